package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Scenario 17: moves that race with jobs")
class PoolRacesTest extends PoolFixture {
    private static final int RACES = 10_000;
    private static final int LONG_RACES = 300_000;
    private static final int CATCH_UP = 1_000;
    private static final int LOWER_LIMIT = 2;

    private final AtomicInteger started = new AtomicInteger();
    private final Topic<Integer> topic = topic("t");

    private WorkerPool<Integer> counting(int concurrency) {
        WorkerPool<Integer> pool =
                pool("p").concurrency(concurrency).handling(Integer.class, job -> started.incrementAndGet());
        pool.start();
        pool.subscribeTo(topic);
        return pool;
    }

    @Test
    @DisplayName("After a pause completed nothing starts, and a resume always restarts")
    void shouldStartNothingAfterAPause() throws Exception {
        pauseRacesStart(RACES);
    }

    @Test
    @Tag("long")
    void shouldStartNothingAfterAPauseInManyRaces() throws Exception {
        pauseRacesStart(LONG_RACES);
    }

    private void pauseRacesStart(int races) throws Exception {
        WorkerPool<Integer> pool = counting(2);
        int published = 0;
        for (int race = 0; race < races; race++) {
            int burst = 1 + race % 3;
            publish(topic, published, published + burst);
            published += burst;
            spin(race);
            pool.pause();
            assertThat(pool.waitUntilPaused(SOON)).isTrue();
            int atPause = started.get();
            spin(race * 7);
            assertThat(started).as("race %s", race).hasValue(atPause);
            assertThat(pool.stats().inFlight()).isZero();
            pool.resume();
            if (race % CATCH_UP == 0) { // races may be too short for any job to start
                assertThat(pool.waitUntilIdle(SOON)).as("race %s", race).isTrue();
                assertThat(started).as("race %s", race).hasValue(published);
            }
        }
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(started).hasValue(published);
        assertConserved(pool.stats());
    }

    @Test
    @DisplayName("A pause that races a very fast drain lets both return, and every message is handled or counted")
    void shouldEndADrainThatRacesAPause() throws Exception {
        pauseRacesDrain(RACES / 10);
    }

    @Test
    @Tag("long")
    void shouldEndADrainThatRacesAPauseInManyRaces() throws Exception {
        pauseRacesDrain(LONG_RACES / 10);
    }

    private void pauseRacesDrain(int races) throws Exception {
        topic.subscribe(ignored -> {}); // so that there is always somebody to publish to
        for (int race = 0; race < races; race++) {
            started.set(0);
            WorkerPool<Integer> pool = counting(2);
            publish(topic, 0, 3);
            Thread pausing = new Thread(() -> {
                try {
                    pool.pause();
                } catch (PoolStateException draining) {
                    assertThat(draining.status()).isIn(PoolStatus.DRAINING, PoolStatus.CLOSED);
                }
            });
            pausing.start();
            spin(race);
            DrainReport report = pool.drain(SOON);
            pausing.join();
            assertThat(report.isComplete()).as("race %s: %s", race, report).isTrue();
            assertThat(started).as("race %s", race).hasValue(3);
            assertThat(pool.status()).isEqualTo(PoolStatus.CLOSED);
        }
    }

    @Test
    @DisplayName("In flight never exceeds the new limit once the jobs that ran at the resize have ended")
    void shouldKeepTheLimitWhileItChanges() throws Exception {
        resizeUnderLoad(RACES / 5);
    }

    @Test
    @Tag("long")
    void shouldKeepTheLimitWhileItChangesInManyRaces() throws Exception {
        resizeUnderLoad(LONG_RACES);
    }

    /**
     * A time with the lower limit. What ran, or was about to run, at the resize is of no interest: only jobs that were
     * taken after it are counted.
     */
    private static final class Lowered {
        final long from;
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger begun = new AtomicInteger();

        Lowered(long from) {
            this.from = from;
        }
    }

    private void resizeUnderLoad(int rounds) throws Exception {
        AtomicReference<Lowered> lowered = new AtomicReference<>();
        AtomicLong tooMany = new AtomicLong();
        AtomicBoolean stop = new AtomicBoolean();
        WorkerPool<Integer> pool = pool("p").concurrency(8).handling(Integer.class, job -> {
            Lowered now = lowered.get();
            boolean counts = now != null && job >= now.from;
            if (counts && now.running.incrementAndGet() > LOWER_LIMIT && lowered.get() == now) {
                tooMany.incrementAndGet();
            }
            if (job % 16 == 0) {
                LockSupport.parkNanos(20_000);
            }
            if (counts) {
                now.begun.incrementAndGet();
                now.running.decrementAndGet();
            }
        });
        pool.start();
        TopicSubscription subscription = pool.subscribeTo(topic);
        Thread producer = new Thread(() -> {
            for (int job = 0; !stop.get(); job++) {
                while (!topic.publish(job).isOk() && !stop.get()) {
                    Thread.onSpinWait();
                }
            }
        });
        producer.start();
        for (int round = 0; round < rounds; round++) {
            pool.resize(LOWER_LIMIT);
            Lowered now = new Lowered(subscription.cursor());
            lowered.set(now);
            awaitTrue(() -> now.begun.get() > 0);
            spin(round * 31);
            lowered.set(null);
            pool.resize(8);
        }
        stop.set(true);
        producer.join();
        assertThat(tooMany).hasValue(0);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertConserved(pool.stats());
        assertThat(pool.stats().pending()).isZero();
    }

    private static void awaitTrue(BooleanSupplier condition) {
        long deadline = System.nanoTime() + SOON.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("Submitted = completed + in flight + pending, whatever is done to the pool")
    void shouldConserveJobs() throws Exception {
        randomMoves(400);
    }

    @Test
    @Tag("long")
    void shouldConserveJobsInALongRun() throws Exception {
        randomMoves(40_000);
    }

    private void randomMoves(int moves) throws Exception {
        int producers = 2;
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong published = new AtomicLong();
        AtomicLong thrown = new AtomicLong();
        AtomicLong handled = new AtomicLong();
        WorkerPool<Integer> pool = pool("p").concurrency(4).handling(Integer.class, job -> {
            handled.incrementAndGet();
            int dice = ThreadLocalRandom.current().nextInt(1_000);
            if (dice < 50) {
                thrown.incrementAndGet();
                throw new Exception("job");
            } else if (dice < 60) {
                LockSupport.parkNanos(50_000);
            }
        });
        pool.start();
        TopicSubscription subscription = pool.subscribeTo(topic);
        Thread[] threads = new Thread[producers];
        for (int i = 0; i < producers; i++) {
            threads[i] = new Thread(() -> {
                while (!stop.get()) {
                    if (topic.publish(1).isOk()) {
                        published.incrementAndGet();
                    }
                }
            });
            threads[i].start();
        }
        for (int move = 0; move < moves; move++) {
            randomMove(pool);
            assertConserved(pool.stats());
        }
        stop.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        pool.resume();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();

        PoolStats stats = pool.stats();
        assertConserved(stats);
        assertThat(stats.pending()).isZero();
        assertThat(stats.inFlight()).isZero();
        assertThat(stats.completed()).isEqualTo(published.get()).isEqualTo(handled.get());
        assertThat(stats.failed()).isEqualTo(thrown.get());
        assertThat(subscription.received()).isEqualTo(published.get());
    }

    private static void randomMove(WorkerPool<Integer> pool) throws InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        switch (random.nextInt(4)) {
            case 0 -> {
                pool.pause();
                if (random.nextBoolean()) {
                    assertThat(pool.waitUntilPaused(SOON)).isTrue();
                }
            }
            case 1 -> pool.resume();
            case 2 -> pool.resize(random.nextInt(1, 12));
            default -> spin(random.nextInt(1_000));
        }
    }

    /** Passes a little time that differs from race to race. */
    private static void spin(int race) {
        for (int i = 0; i < race % 997; i++) {
            Thread.onSpinWait();
        }
    }
}
