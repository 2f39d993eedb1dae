/** What a retained message costs beyond its payload. */
@NullMarked
package io.fanlog.topic.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
