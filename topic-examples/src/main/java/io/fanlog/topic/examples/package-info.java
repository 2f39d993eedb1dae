/** One runnable program per idea. */
@NullMarked
package io.fanlog.topic.examples;

import org.jspecify.annotations.NullMarked;
