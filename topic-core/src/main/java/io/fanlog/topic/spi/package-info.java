/** What may be plugged in: how a loop idles, who observes a topic, how an adapter draws from a cursor, and the clock. */
@NullMarked
package io.fanlog.topic.spi;

import org.jspecify.annotations.NullMarked;
