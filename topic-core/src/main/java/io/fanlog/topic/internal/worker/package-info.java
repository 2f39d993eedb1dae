/** Workers, the batches they are handed, and the lanes that keep the order of a key. */
@NullMarked
package io.fanlog.topic.internal.worker;

import org.jspecify.annotations.NullMarked;
