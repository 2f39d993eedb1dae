package io.fanlog.topic.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A batch is the smallest of an even split, hand-offs 32 us apart, and 32")
class BatchSizeTest {
    private static final long MANY = 1_000_000;
    private static final long CHEAP_NANOS = 100;

    @ParameterizedTest(name = "{0} workers, jobs of {1}: {2}")
    @CsvSource({
        "10, PT3S, 1",
        "24, PT0.001S, 1",
        "3000, PT0.01S, 10",
        "10000, PT0.01S, 32",
        "300000, PT0.01S, 32",
        "2, PT0.00001S, 7",
        "4, PT0.0000001S, 32",
        "1, PT3S, 32",
    })
    void shouldFollowTheTable(int concurrency, Duration jobTime, int expected) {
        assertThat(BatchSize.of(MANY * concurrency, concurrency, jobTime.toNanos(), BatchSize.MAX))
                .isEqualTo(expected);
    }

    @Test
    @DisplayName("8 cheap jobs at concurrency 2 are handed out as 4, 2, 1, 1")
    void shouldSplitWhatWaitsEvenly() {
        List<Integer> batches = new ArrayList<>();
        for (int waiting = 8; waiting > 0; waiting -= batches.get(batches.size() - 1)) {
            batches.add(BatchSize.of(waiting, 2, CHEAP_NANOS, BatchSize.MAX));
        }
        assertThat(batches).containsExactly(4, 2, 1, 1);
    }

    @Test
    void shouldHandOverOneJobWhileUnmeasured() {
        assertThat(BatchSize.of(MANY, 2, BatchSize.UNMEASURED, BatchSize.MAX)).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0} waiting: {1}")
    @CsvSource({"-5, 1", "0, 1", "1, 1", "7, 7", "32, 32", "33, 32"})
    void shouldHandOverAllThatWaitsAtConcurrencyOne(long waiting, int expected) {
        assertThat(BatchSize.of(waiting, 1, BatchSize.UNMEASURED, BatchSize.MAX))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "maxBatch {0}")
    @CsvSource({"1", "5", "32"})
    void shouldNeverExceedMaxBatch(int maxBatch) {
        assertThat(BatchSize.of(MANY, 1, CHEAP_NANOS, maxBatch)).isEqualTo(maxBatch);
        assertThat(BatchSize.of(MANY, 4, CHEAP_NANOS, maxBatch)).isEqualTo(maxBatch);
    }

    @Test
    void shouldNotOverflowWhenEverythingIsHuge() {
        assertThat(BatchSize.of(Long.MAX_VALUE, Integer.MAX_VALUE, 1, BatchSize.MAX))
                .isEqualTo(BatchSize.MAX);
        assertThat(BatchSize.of(Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, BatchSize.MAX))
                .isEqualTo(1);
    }
}
