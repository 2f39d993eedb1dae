/** Event loops, their stations, idling, signals and the timing wheel; knows tasks, not topics. */
@NullMarked
package io.fanlog.topic.internal.dispatch;

import org.jspecify.annotations.NullMarked;
