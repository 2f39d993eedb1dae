package io.fanlog.topic.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.worker.SourceStrategy;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The limits of a pool")
class LimitsTest {
    @ParameterizedTest(name = "concurrency {0}, maxBatch {1}, maxUnfinished {2}: {3} workers, batches of {4}")
    @CsvSource({
        "1, 32, 0, 1, 32",
        "50000, 32, 0, 50000, 32",
        "4, 32, 8, 4, 2",
        "4, 32, 7, 4, 1",
        "4, 32, 3, 3, 1",
        "4, 32, 1, 1, 1",
        "4, 5, 1000, 4, 5",
        "2147483647, 32, 0, 2147483647, 32"
    })
    void shouldKeepWorkersTimesBatchWithinMaxUnfinished(
            int concurrency, int maxBatch, int maxUnfinished, int workers, int batch) {
        Limits limits = Limits.of(config(maxBatch, maxUnfinished), concurrency);

        assertThat(limits.concurrency()).isEqualTo(concurrency);
        assertThat(limits.workers()).isEqualTo(workers);
        assertThat(limits.maxBatch()).isEqualTo(batch);
    }

    @Test
    void shouldTakeZeroForOneWorkerPerCore() {
        assertThat(Limits.of(config(32, 0), 0).concurrency())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    private static PoolConfig config(int maxBatch, int maxUnfinished) {
        return new PoolConfig(
                "p",
                1,
                maxBatch,
                maxUnfinished,
                1,
                0,
                Thread::new,
                null,
                0,
                SourceStrategy.PRIORITY,
                true,
                false,
                null);
    }
}
