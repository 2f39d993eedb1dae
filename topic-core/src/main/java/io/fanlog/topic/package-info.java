/** The front door: topics, what is published to them, who is subscribed, and what became of each message. */
@NullMarked
package io.fanlog.topic;

import org.jspecify.annotations.NullMarked;
