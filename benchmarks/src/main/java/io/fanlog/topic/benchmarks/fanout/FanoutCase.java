package io.fanlog.topic.benchmarks.fanout;

import java.util.List;

/**
 * How many publish to how many.
 *
 * @param name as printed
 * @param producers threads that publish
 * @param subscribers each of which gets everything
 * @param messages a run passes, from all producers together
 */
record FanoutCase(String name, int producers, int subscribers, long messages) {
    private static final List<FanoutCase> ALL = List.of(
            of(1, 1, 16_000_000),
            of(1, 3, 12_000_000),
            of(3, 3, 12_000_000),
            of(1, 8, 8_000_000),
            of(3, 8, 8_000_000),
            of(1, 64, 1_500_000));

    private static FanoutCase of(int producers, int subscribers, long messages) {
        return new FanoutCase(producers + "P" + subscribers + "S", producers, subscribers, messages);
    }

    static List<String> names() {
        return ALL.stream().map(FanoutCase::name).toList();
    }

    static FanoutCase named(String name) {
        return ALL.stream()
                .filter(candidate -> candidate.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no case " + name));
    }
}
