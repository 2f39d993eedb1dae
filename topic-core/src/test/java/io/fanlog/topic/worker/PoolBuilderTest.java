package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The options of a pool")
class PoolBuilderTest extends PoolFixture {
    static Stream<Arguments> badValues() {
        return Stream.of(
                bad("concurrency", "-1", b -> b.concurrency(-1)),
                bad("maxBatch", "0", b -> b.maxBatch(0)),
                bad("maxBatch", "33", b -> b.maxBatch(33)),
                bad("maxUnfinished", "0", b -> b.maxUnfinished(0)),
                bad("minIdleRatio", "0", b -> b.minIdleRatio(0)),
                bad("minIdleRatio", "101", b -> b.minIdleRatio(101)),
                bad("idleExpiry", "PT0S", b -> b.idleExpiry(Duration.ZERO)),
                bad("keepStoppedFor", "PT-1S", b -> b.keepStoppedFor(Duration.ofSeconds(-1))));
    }

    private static Arguments bad(String option, String value, Consumer<PoolBuilder> set) {
        return Arguments.of(option, value, set);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("badValues")
    void shouldBeRefusedWithTheirNameAndTheBadValue(String option, String value, Consumer<PoolBuilder> set) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.accept(topics.pool("p")))
                .withMessageContaining(option)
                .withMessageContaining(value);
    }

    @Test
    void shouldNotBeNull() {
        assertThatNullPointerException().isThrownBy(() -> topics.pool("p").threadFactory(null));
        assertThatNullPointerException().isThrownBy(() -> topics.pool("p").onError(null));
        assertThatNullPointerException().isThrownBy(() -> {
            WorkerPool<Object> pool = topics.pool("p").handling(null);
            pool.close();
        });
    }

    @Test
    void shouldHaveTheDocumentedDefaults() {
        WorkerPool<Object> pool = topics.pool("p").handling(job -> {});
        assertThat(pool.concurrency()).isEqualTo(1);
        assertThat(pool.status()).isEqualTo(PoolStatus.CREATED);
        assertThat(pool.name()).isEqualTo("p");
        assertThat(pool).hasToString("WorkerPool[p, CREATED]");
    }

    @Test
    void shouldTakeConcurrencyZeroForOneWorkerPerCore() {
        int cores = Runtime.getRuntime().availableProcessors();
        WorkerPool<Object> pool = topics.pool("p").concurrency(0).handling(job -> {});
        assertThat(pool.concurrency()).isEqualTo(cores);
        pool.resize(cores + 3);
        assertThat(pool.concurrency()).isEqualTo(cores + 3);
        pool.resize(0);
        assertThat(pool.concurrency()).isEqualTo(cores);
        assertThatIllegalArgumentException().isThrownBy(() -> pool.resize(-2)).withMessageContaining("-2");
    }
}
