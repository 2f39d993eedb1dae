/** Topics as Reactor knows streams: a {@code Flux} for each subscriber, a {@code Mono} for each publish. */
@NullMarked
package io.fanlog.topic.reactor;

import org.jspecify.annotations.NullMarked;
