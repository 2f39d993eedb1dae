package io.fanlog.topic.benchmarks.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.benchmarks.harness.Workload.Lap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Every subject gives every message once to every subscriber, each producer's in order")
class FanoutSubjectsTest {
    /** More than the capacity, so that producers meet a full one. */
    private static final long MESSAGES = 150_000;

    static Stream<Arguments> subjectsAndShapes() {
        return FanoutSubjects.names().stream()
                .flatMap(name ->
                        Stream.of(Arguments.of(name, 1, 1), Arguments.of(name, 1, 3), Arguments.of(name, 3, 3)));
    }

    /** The peers behind publishOn are those of the other cases. */
    static Stream<Arguments> fluxSubjects() {
        return FluxSubjects.ALL.stream()
                .flatMap(way -> way.names().stream()
                        .filter(name -> !way.equals(FluxSubjects.PUBLISH_ON) || name.equals("fanlog"))
                        .flatMap(name ->
                                Stream.of(Arguments.of(way.label(), name, 1), Arguments.of(way.label(), name, 3))));
    }

    @ParameterizedTest(name = "{0}, {1} producers, {2} subscribers")
    @MethodSource("subjectsAndShapes")
    void shouldDeliverAllWhenProducersOutrunSubscribers(String subject, int producers, int subscribers)
            throws Exception {
        Lap lap = new FanoutWorkload(FanoutSubjects.named(subject), producers, subscribers, true).run(MESSAGES);

        assertThat(lap.nanos()).isPositive();
        assertThat(lap.allocatedBytes()).as("payloads alone").isGreaterThanOrEqualTo(MESSAGES * 16);
    }

    @ParameterizedTest(name = "{0}: {1}, {2} producers, 3 subscribers")
    @MethodSource("fluxSubjects")
    void shouldDeliverAllWhenEachSubscriberIsAFlux(String label, String subject, int producers) throws Exception {
        FluxSubjects way = FluxSubjects.ALL.stream()
                .filter(candidate -> candidate.label().equals(label))
                .findFirst()
                .orElseThrow();

        assertThat(new FanoutWorkload(way.named(subject), producers, 3, true)
                        .run(MESSAGES)
                        .nanos())
                .isPositive();
    }
}
