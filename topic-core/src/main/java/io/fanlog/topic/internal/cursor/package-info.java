/** Who has read how far: joining, leaving, the watermark, the head, the limit, and who waits for room. */
@NullMarked
package io.fanlog.topic.internal.cursor;

import org.jspecify.annotations.NullMarked;
