package io.fanlog.topic;

import java.util.Map;
import java.util.Optional;

/**
 * A topic at one moment. Each figure is exact; they are read one after another while the topic goes on, and the two
 * subscriptions are their live handles.
 *
 * @param topic name
 * @param published messages stored since the topic was created
 * @param refused publishes that were refused, by reason; reasons that never occurred are absent
 * @param head oldest sequence still in the log
 * @param tail next sequence to be written
 * @param watermark smallest cursor of the gating subscriptions, the tail if there is none
 * @param waiters publishes that wait for room
 * @param subscriptions attached and detached subscriptions
 * @param slowest the subscription that is furthest behind
 * @param blocker the gating subscription because of which publishing is refused now
 */
public record TopicStats(
        String topic,
        long published,
        Map<PublishResult, Long> refused,
        long head,
        long tail,
        long watermark,
        int waiters,
        int subscriptions,
        Optional<TopicSubscription> slowest,
        Optional<TopicSubscription> blocker) {}
