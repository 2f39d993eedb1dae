/** Whole-run fan-out: producers publish, and the clock stops when every subscriber has received every message. */
@NullMarked
package io.fanlog.topic.benchmarks.fanout;

import org.jspecify.annotations.NullMarked;
