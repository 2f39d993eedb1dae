/** Append and poll in turn on one thread: what the log itself costs. */
@NullMarked
package io.fanlog.topic.benchmarks.turns;

import org.jspecify.annotations.NullMarked;
