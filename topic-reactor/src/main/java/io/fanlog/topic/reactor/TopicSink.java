package io.fanlog.topic.reactor;

import io.fanlog.topic.Topic;
import reactor.core.publisher.Sinks;

/**
 * A topic as Reactor's {@code Sinks.Many}: from any number of threads at once, so never FAIL_NON_SERIALIZED. Made by
 * {@link ReactorTopics#sink} over a topic, or by {@link ReactorTopics#sinks()} with a topic of its own.
 *
 * <table>
 * <caption>What tryEmitNext answers</caption>
 * <tr><th>the publish</th><th>the emit</th></tr>
 * <tr><td>OK, DUPLICATE</td><td>OK</td></tr>
 * <tr><td>FULL, DROPPED</td><td>FAIL_OVERFLOW: it was not stored</td></tr>
 * <tr><td>NO_SUBSCRIBERS</td><td>FAIL_ZERO_SUBSCRIBER</td></tr>
 * <tr><td>CLOSED</td><td>FAIL_TERMINATED; FAIL_CANCELLED if it was the last subscriber's leaving that closed it</td></tr>
 * </table>
 *
 * <p>{@code emitNext} does with what it cannot emit, and its handler does not want to try again, what {@code Sinks.Many}
 * says: FAIL_OVERFLOW discards it and <b>ends the sink, and so the topic, with an error</b>, FAIL_ZERO_SUBSCRIBER forgets
 * it, FAIL_CANCELLED discards it, FAIL_TERMINATED drops it to the hook {@code onNextDropped}. Only DROPPED just discards it,
 * since dropping is what such a topic is for. The hooks are those of the first subscriber's context. To wait for room
 * instead, use {@link ReactorTopics#publish}.
 *
 * @param <T> type of the payload
 */
public interface TopicSink<T> extends Sinks.Many<T> {
    /**
     * What it emits to: for stats, for publishing that waits, for subscribers with options of their own.
     *
     * @return the topic
     */
    Topic<T> topic();
}
