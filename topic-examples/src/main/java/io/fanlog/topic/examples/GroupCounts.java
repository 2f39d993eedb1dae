package io.fanlog.topic.examples;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Counts records by their group, window by window. Ask it when {@link #count} has completed. */
final class GroupCounts {
    private static final int WINDOW = 500;

    private final Map<String, Long> totals = new HashMap<>();
    private long windows;
    private long counted;

    /** Completes with the flux; each window is counted on its own and then added. */
    Mono<Void> count(Flux<JsonRecord> records) {
        return records.publishOn(Schedulers.parallel())
                .map(JsonRecord::group)
                .window(WINDOW)
                .concatMap(window -> window.collect(groupingBy(Function.identity(), counting())))
                .doOnNext(this::add)
                .then();
    }

    private void add(Map<String, Long> window) {
        windows++;
        window.forEach((group, count) -> {
            totals.merge(group, count, Long::sum);
            counted += count;
        });
    }

    long counted() {
        return counted;
    }

    long windows() {
        return windows;
    }

    /** Groups and their counts, the largest first. */
    List<Map.Entry<String, Long>> byCount() {
        Comparator<Map.Entry<String, Long>> largestFirst = Map.Entry.comparingByValue(Comparator.reverseOrder());
        return totals.entrySet().stream()
                .sorted(largestFirst.thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }
}
