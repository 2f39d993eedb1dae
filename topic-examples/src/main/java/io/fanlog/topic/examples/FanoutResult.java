package io.fanlog.topic.examples;

import java.nio.file.Path;
import java.util.List;

/**
 * What came of a fan-out.
 *
 * @param published records published, each once
 * @param waited how many of them had to wait for room
 * @param malformed lines that were not records
 * @param archive where the archive was written
 * @param subscribers one for each subscriber
 */
record FanoutResult(long published, long waited, long malformed, Path archive, List<SubscriberFigures> subscribers) {
    boolean isConserved() {
        return subscribers.stream().allMatch(s -> s.isConserved(published));
    }
}
