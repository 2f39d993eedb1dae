package io.fanlog.topic.benchmarks.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.benchmarks.harness.TrialFailure;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RoundTripWorkloadTest {
    static Stream<Arguments> subjects() {
        return RoundTripSubjects.cases().stream()
                .flatMap(name -> RoundTripSubjects.names(name).stream().map(subject -> Arguments.of(name, subject)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("subjects")
    void shouldReturnWhenAllThatWasAddedHasRun(String caseName, String subject) throws Exception {
        assertThat(RoundTripSubjects.workload(caseName, subject).run(2_500).nanos())
                .isPositive();
    }

    @Test
    void shouldFailWhenAJobIsForgotten() {
        assertThatThrownBy(() -> new RoundTripWorkload(Forgetful::new, 10).run(100))
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("0 jobs ran instead of 100");
    }

    private static final class Forgetful implements RoundTrips {
        @Override
        public void addAndAwait(int jobs) {}

        @Override
        public long finished() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
