/** Comparisons of Fanlog with its peers: the commands. */
@NullMarked
package io.fanlog.topic.benchmarks;

import org.jspecify.annotations.NullMarked;
