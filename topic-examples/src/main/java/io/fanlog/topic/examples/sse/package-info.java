/** A web server that streams a topic to any number of browsers, and publishes what they post. */
@NullMarked
package io.fanlog.topic.examples.sse;

import org.jspecify.annotations.NullMarked;
