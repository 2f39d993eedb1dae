package io.fanlog.topic.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.benchmarks.harness.Workload.Lap;
import org.junit.jupiter.api.Test;

class TimedTrialTest {
    private static final long LIMIT_NANOS = 1_000_000;

    @Test
    void shouldPassWhatIsWantedWhenTheSubjectIsFast() throws Exception {
        TimedTrial trial = new TimedTrial(
                messages -> new Lap(messages, messages * 5), Unit.MESSAGES_PER_SECOND, 90_000, LIMIT_NANOS, 1);

        trial.warmUp();
        Measurement measurement = trial.measure();

        assertThat(measurement).isEqualTo(new Measurement(1e9, 90_000, 5));
    }

    @Test
    void shouldPassFewerWhenTheSubjectWouldTakeTooLong() throws Exception {
        TimedTrial trial = new TimedTrial(
                messages -> new Lap(messages * 100, 0), Unit.MESSAGES_PER_SECOND, 90_000, LIMIT_NANOS, 1);

        trial.warmUp();

        assertThat(trial.measure().messages()).isEqualTo(10_000);
    }
}
