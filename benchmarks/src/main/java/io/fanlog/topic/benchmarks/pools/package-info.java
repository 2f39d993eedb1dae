/** Whole-run worker pools: producers hand in jobs, and the clock stops when every job has run. */
@NullMarked
package io.fanlog.topic.benchmarks.pools;

import org.jspecify.annotations.NullMarked;
