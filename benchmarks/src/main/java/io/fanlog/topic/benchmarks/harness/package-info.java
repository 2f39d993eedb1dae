/** How a comparison is run: forked JVMs in turn, warm-up, medians, the table and the JSON lines. Knows no subject. */
@NullMarked
package io.fanlog.topic.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
