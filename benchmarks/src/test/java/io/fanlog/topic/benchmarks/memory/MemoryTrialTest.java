package io.fanlog.topic.benchmarks.memory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.benchmarks.harness.TrialFailure;
import org.junit.jupiter.api.Test;

class MemoryTrialTest {
    @Test
    void shouldFailWhenLessIsRetainedThanClaimed() {
        assertThatThrownBy(() -> new MemoryTrial(Forgetting::new, 1).measure())
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("got 7 messages instead of 1000000");
    }

    private static final class Forgetting implements RetainingSubject {
        private long received;

        private Forgetting(int subscribers) {}

        @Override
        public void publish(Object payload) {
            received++;
        }

        @Override
        public long received() {
            return received;
        }

        @Override
        public long countRetained() {
            return 7;
        }

        @Override
        public void close() {}
    }
}
