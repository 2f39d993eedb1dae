/** Assembles topics from the log, cursors, loops and workers, and leads them through their life. */
@NullMarked
package io.fanlog.topic.internal.topic;

import org.jspecify.annotations.NullMarked;
