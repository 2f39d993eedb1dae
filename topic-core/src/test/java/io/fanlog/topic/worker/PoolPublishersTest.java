package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

@DisplayName("A publisher as a source")
class PoolPublishersTest extends PoolFixture {
    private final Gate gate = new Gate();
    private final Tap tap = new Tap();

    @Test
    void shouldBeAskedForNothingBeforeThePoolIsStarted() {
        WorkerPool<Object> pool = topics.pool("p").concurrency(3).handling(gate);
        pool.subscribeTo(tap);
        assertThat(tap.outstanding).hasValue(0);

        pool.start();

        await().until(() -> tap.outstanding.get() == 3);
    }

    @Test
    @DisplayName("is asked for as many jobs as workers are free, never more")
    void shouldHaveADemandOfTheFreeWorkers() {
        WorkerPool<Object> pool = topics.pool("p").concurrency(3).handling(gate);
        pool.start();
        PoolSource source = pool.subscribeTo(tap);
        await().until(() -> tap.outstanding.get() == 3);

        tap.send(1);
        tap.send(2);
        await().until(() -> gate.running.get() == 2);
        assertThat(tap.outstanding).hasValue(1);
        tap.send(3);
        await().until(() -> gate.running.get() == 3);
        assertThat(tap.outstanding).hasValue(0);
        assertThat(source.received()).isEqualTo(3);
        gate.open();

        await().until(() -> tap.outstanding.get() == 3);
        assertThat(pool.stats().succeeded()).isEqualTo(3);
    }

    @Test
    void shouldBeAskedForMoreWhenThePoolGrows() {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        pool.start();
        pool.subscribeTo(tap);
        await().until(() -> tap.outstanding.get() == 1);

        pool.resize(5);

        await().until(() -> tap.outstanding.get() == 5);
    }

    @Test
    void shouldNotBeCancelledByAThrowingHandler() throws Exception {
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, job -> {
            throw new Exception("job");
        });
        pool.start();
        pool.subscribeTo(tap);
        for (int i = 0; i < 3; i++) {
            await().until(() -> tap.outstanding.get() == 1);
            tap.send(i);
        }

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().failed()).isEqualTo(3);
        assertThat(tap.cancelled).hasValue(0);
    }

    @Test
    void shouldEndWithoutEndingThePool() throws Exception {
        WorkerPool<Object> pool = topics.pool("p").concurrency(2).handling(gate);
        gate.open();
        pool.start();
        PoolSource failing = pool.subscribeTo(tap);
        PoolSource completing = pool.subscribeTo(FlowTap.of(1, 2, 3));
        IllegalStateException cause = new IllegalStateException("upstream");
        tap.subscriber().onError(cause);

        assertThat(failing.isEnded()).isTrue();
        assertThat(failing.failure()).contains(cause);
        assertThat(failing.whenEnded()).isDone();
        await().until(completing::isEnded);
        assertThat(completing.failure()).isEmpty();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().succeeded()).isEqualTo(3);
        assertThat(pool.status()).isEqualTo(PoolStatus.RUNNING);
    }

    @Test
    void shouldBeCancelledAndFailWhenItSendsMoreThanWasRequested() {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        pool.start();
        PoolSource source = pool.subscribeTo(tap);
        await().until(() -> tap.outstanding.get() == 1);
        tap.send(1);
        tap.send(2);

        assertThat(source.failure()).containsInstanceOf(IllegalStateException.class);
        assertThat(tap.cancelled).hasValue(1);
        gate.open();
        await().until(() -> pool.stats().completed() == 1);
    }

    @Test
    void shouldBeCancelledByItsHandleAndHaveItsReceivedJobsHandled() {
        WorkerPool<Object> pool = topics.pool("p").concurrency(2).handling(gate);
        pool.start();
        PoolSource source = pool.subscribeTo(tap);
        await().until(() -> tap.outstanding.get() == 2);
        tap.send(1);
        source.cancel();
        tap.subscriber().onNext(2); // may still come

        assertThat(source.isEnded()).isTrue();
        assertThat(tap.cancelled).hasValue(1);
        gate.open();
        await().until(() -> pool.stats().completed() == 1);
        assertThat(source.received()).isEqualTo(1);
    }

    @Test
    @DisplayName("is left by a stop and subscribed anew by a restart; what was received is kept")
    void shouldBeSubscribedAnewByARestart() throws Exception {
        CompletableFuture<Void> go = new CompletableFuture<>();
        AtomicInteger handled = new AtomicInteger();
        WorkerPool<Integer> pool = topics.pool("p").concurrency(2).handling(Integer.class, job -> {
            handled.incrementAndGet();
            go.join();
        });
        pool.start();
        pool.subscribeTo(tap);
        await().until(() -> tap.outstanding.get() == 2);
        tap.send(1);
        await().until(() -> handled.get() == 1);
        pool.pause();
        tap.send(2);
        assertThat(pool.stats().pending()).isEqualTo(1);

        pool.stop();
        assertThat(tap.cancelled).hasValue(1);
        go.complete(null);
        assertThat(pool.waitUntilStopped(SOON)).isTrue();
        assertThat(handled).hasValue(1);
        pool.restart();

        await().until(() -> handled.get() == 2);
        await().until(() -> tap.subscriptions.get() == 2 && tap.outstanding.get() == 2);
        assertConserved(pool.stats());
    }

    @Test
    void shouldDeliverAllOfASynchronousPublisher() throws Exception {
        List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, handled::add);
        pool.start();
        int jobs = 10_000;
        PoolSource source = pool.subscribeTo(new Range(jobs));

        await().until(source::isEnded);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).hasSize(jobs).isSorted();
    }

    @Test
    void shouldDeliverAllOfAnAsynchronousFlowPublisherBesideATopic() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        WorkerPool<Integer> pool =
                topics.pool("p").concurrency(3).handling(Integer.class, job -> handled.incrementAndGet());
        pool.start();
        var topic = topic("t");
        pool.subscribeTo(topic);
        PoolSource source;
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
            source = pool.subscribeTo(publisher);
            for (int i = 0; i < 5_000; i++) {
                publisher.submit(i);
                topic.publish(i).orThrow();
            }
        }

        await().until(source::isEnded);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).hasValue(10_000);
    }

    /** A publisher that sends what the test says and knows what was asked of it. */
    private static final class Tap implements Publisher<Integer> {
        final AtomicLong outstanding = new AtomicLong();
        final AtomicInteger cancelled = new AtomicInteger();
        final AtomicInteger subscriptions = new AtomicInteger();
        private volatile @Nullable Subscriber<? super Integer> subscriber;

        Subscriber<? super Integer> subscriber() {
            return Objects.requireNonNull(subscriber);
        }

        void send(Integer job) {
            outstanding.decrementAndGet();
            subscriber().onNext(job);
        }

        @Override
        public void subscribe(Subscriber<? super Integer> newcomer) {
            subscriber = newcomer;
            subscriptions.incrementAndGet();
            outstanding.set(0);
            newcomer.onSubscribe(new Subscription() {
                @Override
                public void request(long n) {
                    outstanding.addAndGet(n);
                }

                @Override
                public void cancel() {
                    cancelled.incrementAndGet();
                }
            });
        }
    }

    /** Sends within request. */
    private static final class Range implements Publisher<Integer> {
        private final int end;

        Range(int end) {
            this.end = end;
        }

        @Override
        public void subscribe(Subscriber<? super Integer> subscriber) {
            subscriber.onSubscribe(new Subscription() {
                private int next;

                @Override
                public void request(long n) {
                    for (long i = 0; i < n && next < end; i++) {
                        subscriber.onNext(next++);
                    }
                    if (next == end) {
                        next++;
                        subscriber.onComplete();
                    }
                }

                @Override
                public void cancel() {}
            });
        }
    }

    /** A short Flow publisher. */
    private static final class FlowTap {
        static Flow.Publisher<Integer> of(Integer... jobs) {
            return subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
                private int next;

                @Override
                public void request(long n) {
                    for (long i = 0; i < n && next < jobs.length; i++) {
                        subscriber.onNext(jobs[next++]);
                    }
                    if (next == jobs.length) {
                        next++;
                        subscriber.onComplete();
                    }
                }

                @Override
                public void cancel() {}
            });
        }
    }
}
