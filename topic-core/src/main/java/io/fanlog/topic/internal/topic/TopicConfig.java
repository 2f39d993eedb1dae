package io.fanlog.topic.internal.topic;

import io.fanlog.topic.Overflow;
import io.fanlog.topic.internal.cursor.Cursors;
import io.fanlog.topic.internal.dispatch.Nanos;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a topic was built with; validated and with its defaults filled in.
 *
 * @param <T> type of the payload
 * @param name not blank
 * @param type of the payload
 * @param capacity how far the slowest gating subscription may be behind
 * @param overflow answer of a publish when full
 * @param retainCount messages kept for late joiners, 0 for none
 * @param retainFor age up to which they are kept, null for any
 * @param timed whether a time is stored with each message
 * @param maxWaiters publishes that may wait
 * @param duplicateWindow how long an id is remembered, null for not at all
 * @param duplicateCount how many ids are remembered
 * @param copier makes each hand-out a copy, null to share
 * @param batch messages a visit to one subscription
 * @param spread loops that serve its subscriptions, as far as there are so many
 */
public record TopicConfig<T>(
        String name,
        Class<T> type,
        int capacity,
        Overflow overflow,
        long retainCount,
        @Nullable Duration retainFor,
        boolean timed,
        int maxWaiters,
        @Nullable Duration duplicateWindow,
        int duplicateCount,
        @Nullable UnaryOperator<T> copier,
        int batch,
        int spread) {

    Cursors.Rules rules() {
        long retainMillis = retainFor == null ? Long.MAX_VALUE : Math.max(1, Nanos.saturated(retainFor) / 1_000_000);
        return new Cursors.Rules(capacity, maxWaiters, retainCount, retainMillis, duplicateWindow, duplicateCount);
    }
}
