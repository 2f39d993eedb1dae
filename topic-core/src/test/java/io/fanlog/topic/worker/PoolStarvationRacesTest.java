package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("While there is room, no job waits, whichever sources a strategy starves")
class PoolStarvationRacesTest extends PoolFixture {
    private static final int TOPICS = 4;
    private static final int ROUNDS = 500;
    private static final int LONG_ROUNDS = 50_000;
    private static final int BLOCKER = -1;

    private final List<Topic<Integer>> fed = new ArrayList<>();
    private final AtomicInteger handled = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);

    static Stream<Named<SourceStrategy>> strategies() {
        return Stream.of(
                Named.of("PRIORITY", SourceStrategy.PRIORITY),
                Named.of("ROUND_ROBIN", SourceStrategy.ROUND_ROBIN),
                Named.of("MAX_LENGTH", SourceStrategy.MAX_LENGTH),
                Named.of("MIN_LENGTH", SourceStrategy.MIN_LENGTH),
                Named.of("always the last", ready -> ready.get(ready.size() - 1)),
                Named.of("any", ready -> ready.get(ThreadLocalRandom.current().nextInt(ready.size()))),
                Named.of("the emptiest, or it throws", ready -> {
                    if (ready.get(0).length() == 0) {
                        return ready.get(0);
                    }
                    throw new IllegalStateException("the strategy's own trouble");
                }));
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void shouldComeForEachJob(SourceStrategy strategy) throws Exception {
        race(strategy, ROUNDS);
    }

    @ParameterizedTest
    @MethodSource("strategies")
    @Tag("long")
    void shouldComeForEachJobInManyRounds(SourceStrategy strategy) throws Exception {
        race(strategy, LONG_ROUNDS);
    }

    /**
     * In each round some workers sit on a job that does not end before all the others have been handled, at least one is
     * free, and the sources come and go.
     */
    private void race(SourceStrategy strategy, int rounds) throws Exception {
        Random random = new Random(rounds);
        int workers = 3;
        WorkerPool<Integer> pool =
                topics.pool("p").concurrency(workers).strategy(strategy).handling(Integer.class, this::handle);
        pool.start();
        for (int i = 0; i < TOPICS; i++) {
            fed.add(topic("t" + i));
            pool.subscribeTo(fed.get(i));
        }
        int published = 0;
        for (int round = 0; round < rounds; round++) {
            gate = new CountDownLatch(1);
            TopicSubscription passing = pool.subscribeTo(fed.get(round % TOPICS), o -> o.filter(job -> false));
            int blockers = random.nextInt(workers);
            int jobs = 1 + random.nextInt(6);
            for (int job = 0; job < blockers + jobs; job++) {
                fed.get(random.nextInt(TOPICS))
                        .publish(job < blockers ? BLOCKER : 1)
                        .orThrow();
            }
            published += jobs;
            awaitHandled(published, round);
            passing.cancel();
            gate.countDown();
            published += blockers; // before the next round, in which they would be too many
            awaitHandled(published, round);
        }
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).hasValue(published);
        assertConserved(pool.stats());
    }

    private void handle(int job) throws InterruptedException {
        if (job == BLOCKER) {
            gate.await();
        }
        handled.incrementAndGet();
    }

    private void awaitHandled(int published, int round) {
        long deadline = System.nanoTime() + SOON.toNanos();
        while (handled.get() < published) {
            assertThat(System.nanoTime()).as("round %s", round).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
