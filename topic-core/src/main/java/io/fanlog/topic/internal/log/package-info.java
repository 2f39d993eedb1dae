/** The log and its segments; knows no subscriber, and is told below which sequence to reclaim. */
@NullMarked
package io.fanlog.topic.internal.log;

import org.jspecify.annotations.NullMarked;
