package io.fanlog.topic.benchmarks.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.benchmarks.fanout.Payload;
import io.fanlog.topic.benchmarks.harness.TrialFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TurnsWorkloadTest {
    static List<String> subjects() {
        return Pipes.names();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void shouldAnswerWhatWasJustAppended(String subject) throws Exception {
        assertThat(TurnsWorkload.of(subject, false).run(300_000).nanos()).isPositive();
    }

    @Test
    void shouldFailWhenAPollAnswersSomethingElse() {
        assertThatThrownBy(() -> new TurnsWorkload(Forgetful::new, false).run(10))
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("10 of 10");
    }

    private static final class Forgetful implements Pipe {
        @Override
        public void append(Payload payload) {}

        @Override
        public @Nullable Payload poll() {
            return null;
        }

        @Override
        public void close() {}
    }
}
