/** What must be a public class to be found by {@link java.util.ServiceLoader}, and is no part of the API. */
@NullMarked
package io.fanlog.topic.reactor.internal;

import org.jspecify.annotations.NullMarked;
