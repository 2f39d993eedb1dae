package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topic;
import io.fanlog.topic.worker.DrainReport;
import io.fanlog.topic.worker.PoolStats;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

@DisplayName("Scenario 17: moves that race with publishers")
class ReactivePoolRacesTest extends TopicTest {
    private static final int RACES = 2_000;
    private static final int LONG_RACES = 100_000;

    private final AtomicInteger unfinished = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();

    /** Emits a value, now or on another thread, and counts as unfinished until its end. */
    private Flux<Integer> handle(Integer job) {
        begun.incrementAndGet();
        unfinished.incrementAndGet();
        Flux<Integer> value = Flux.just(job).doOnTerminate(unfinished::decrementAndGet);
        return job % 3 == 0 ? value : value.subscribeOn(Schedulers.parallel());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("After a pause completed nothing is unfinished and nothing begins; a resume always goes on")
    void shouldStartNothingAfterAPause(boolean ordered) throws Exception {
        pauseRacesStart(ordered, RACES);
    }

    @Test
    @Tag("long")
    void shouldStartNothingAfterAPauseInManyRaces() throws Exception {
        pauseRacesStart(true, LONG_RACES);
    }

    private void pauseRacesStart(boolean ordered, int races) throws Exception {
        Topic<Integer> topic = numbers().build();
        ReactivePoolBuilder options = ReactorTopics.pool(topics.pool("p").concurrency(2));
        ReactivePool<Integer, Integer> pool = (ordered ? options.ordered() : options).flatMapping(this::handle);
        AtomicLong received = new AtomicLong();
        pool.results().subscribe(value -> received.incrementAndGet());
        pool.pool().subscribeTo(topic);
        pool.start();
        int published = 0;
        for (int race = 0; race < races; race++) {
            for (int burst = race % 4; burst >= 0; burst--) {
                topic.publish(published++).orThrow();
            }
            spin(race);
            pool.pool().pause();
            assertThat(pool.pool().waitUntilPaused(DEADLINE)).isTrue();
            int atPause = begun.get();
            assertThat(unfinished).as("race %s", race).hasValue(0);
            spin(race * 7);
            assertThat(begun).as("race %s", race).hasValue(atPause);
            pool.pool().resume();
        }
        assertThat(pool.pool().waitUntilIdle(DEADLINE)).isTrue();
        assertThat(received).hasValue(published);
        assertThat(pool.pool().stats().succeeded()).isEqualTo(published);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("A value is delivered or discarded, once, when drains give up on publishers that emit")
    void shouldDeliverOrDiscardEachValueOnce(boolean ordered) throws Exception {
        giveUpRacesEmission(ordered, RACES / 10);
    }

    @Test
    @Tag("long")
    void shouldDeliverOrDiscardEachValueOnceInManyRaces() throws Exception {
        giveUpRacesEmission(false, LONG_RACES / 10);
    }

    private void giveUpRacesEmission(boolean ordered, int races) throws Exception {
        for (int race = 0; race < races; race++) {
            Topic<Integer> topic = topics.topic("t" + race, Integer.class).build();
            AtomicInteger emitted = new AtomicInteger();
            AtomicInteger delivered = new AtomicInteger();
            AtomicInteger discarded = new AtomicInteger();
            AtomicInteger running = new AtomicInteger();
            ReactivePoolBuilder options =
                    ReactorTopics.pool(topics.pool("p").concurrency(3)).prefetch(8);
            ReactivePool<Integer, Integer> pool = (ordered ? options.ordered() : options)
                    .flatMapping((Integer job) -> subscriber -> {
                        running.incrementAndGet();
                        subscriber.onSubscribe(new Emitting(subscriber, emitted, running));
                    });
            pool.results()
                    .doOnDiscard(Integer.class, value -> discarded.incrementAndGet())
                    .limitRate(4)
                    .subscribe(value -> delivered.incrementAndGet());
            pool.pool().subscribeTo(topic);
            for (int job = 0; job < 3; job++) {
                topic.publish(job).orThrow();
            }
            pool.start();
            spin(race * 13);

            DrainReport report = pool.pool()
                    .drain(Duration.ofNanos(ThreadLocalRandom.current().nextInt(2_000_000)));
            assertThat(pool.pool().waitUntilStopped(DEADLINE)).isTrue();

            eventually().until(() -> running.get() == 0);
            eventually()
                    .untilAsserted(
                            () -> assertThat(delivered.get() + discarded.get()).isEqualTo(emitted.get()));
            PoolStats stats = pool.pool().stats();
            assertThat(stats.inFlight()).isZero();
            assertThat(stats.failed())
                    .isLessThanOrEqualTo(report.abandonedInFlight()); // others have just ended by themselves
            topic.close();
        }
    }

    private static void spin(int race) {
        for (int i = 0; i < race % 997; i++) {
            Thread.onSpinWait();
        }
    }

    /** Emits as much as is requested, up to 200 values, on another thread each time, until it is cancelled. */
    private static final class Emitting implements org.reactivestreams.Subscription {
        private static final int LAST = 200;

        private final org.reactivestreams.Subscriber<? super Integer> subscriber;
        private final AtomicInteger emitted;
        private final AtomicInteger running;
        private final AtomicLong wanted = new AtomicLong();
        private volatile boolean cancelled;
        private boolean over;
        private int next;

        Emitting(
                org.reactivestreams.Subscriber<? super Integer> subscriber,
                AtomicInteger emitted,
                AtomicInteger running) {
            this.subscriber = subscriber;
            this.emitted = emitted;
            this.running = running;
        }

        @Override
        public void request(long n) {
            if (wanted.getAndAdd(n) == 0) {
                Schedulers.parallel().schedule(this::emit);
            }
        }

        private void emit() {
            long done = 0;
            long due = wanted.get();
            while (done < due) {
                for (; done < due && !over; done++) {
                    if (cancelled) {
                        end();
                    } else {
                        emitted.incrementAndGet();
                        subscriber.onNext(next++);
                        if (next == LAST) {
                            end();
                            subscriber.onComplete();
                        }
                    }
                }
                if (over) {
                    return;
                }
                due = wanted.addAndGet(-done);
                done = 0;
            }
        }

        private void end() {
            if (!over) {
                over = true;
                running.decrementAndGet();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            if (wanted.getAndAdd(1) == 0) {
                Schedulers.parallel().schedule(this::emit);
            }
        }
    }
}
