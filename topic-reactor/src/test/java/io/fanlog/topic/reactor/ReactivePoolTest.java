package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.worker.DrainReport;
import io.fanlog.topic.worker.JobHandle;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.JobStatus;
import io.fanlog.topic.worker.PoolBuilder;
import io.fanlog.topic.worker.PoolStats;
import io.fanlog.topic.worker.PoolStatus;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.subscriber.TestSubscriber;

@DisplayName("A pool whose jobs are publishers")
class ReactivePoolTest extends TopicTest {
    private final Topic<Integer> topic = numbers().build();
    private final Map<Integer, Sinks.Many<Integer>> running = new ConcurrentHashMap<>();
    private final List<Integer> begun = Collections.synchronizedList(new ArrayList<>());
    private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());

    private Flux<Integer> begin(Integer job) {
        Sinks.Many<Integer> sink = Sinks.many().unicast().onBackpressureBuffer();
        running.put(job, sink);
        begun.add(job);
        return sink.asFlux();
    }

    private PoolBuilder options(int concurrency) {
        return topics.pool("p").concurrency(concurrency).onError((pool, error) -> failures.add(error));
    }

    private <R> ReactivePool<Integer, R> started(ReactivePool<Integer, R> pool) {
        pool.pool().subscribeTo(topic);
        return pool.start();
    }

    private void awaitBegun(int jobs) {
        eventually().until(() -> begun.size() == jobs);
    }

    private void emit(int job, int... results) {
        for (int result : results) {
            running.get(job).tryEmitNext(result).orThrow();
        }
    }

    private void complete(int job) {
        running.get(job).tryEmitComplete().orThrow();
    }

    private static void assertConserved(PoolStats stats) {
        assertThat(stats.completed() + stats.inFlight() + stats.pending()).isEqualTo(stats.submitted());
        assertThat(stats.succeeded() + stats.failed()).isEqualTo(stats.completed());
    }

    private static void awaitIdle(ReactivePool<?, ?> pool) throws InterruptedException {
        assertThat(pool.pool().waitUntilIdle(DEADLINE)).isTrue();
        assertConserved(pool.pool().stats());
    }

    @Test
    @DisplayName("has as many unfinished publishers as its concurrency, and delivers results as they come")
    void shouldBoundUnfinishedPublishers() throws Exception {
        ReactivePool<Integer, Integer> pool =
                started(ReactorTopics.pool(options(2)).flatMapping(this::begin));
        TestSubscriber<Integer> results = subscriber(Long.MAX_VALUE);
        pool.results().subscribe(results);
        publish(topic, 4);
        awaitBegun(2);

        emit(1, 10, 11);
        emit(0, 1);
        assertThat(results.getReceivedOnNext()).containsExactly(10, 11, 1);
        assertThat(pool.pool().stats().inFlight()).isEqualTo(2);
        complete(1);
        awaitBegun(3);
        assertThat(begun).containsExactly(0, 1, 2);
        complete(0);
        awaitBegun(4);
        complete(2);
        complete(3);

        awaitIdle(pool);
        assertThat(pool.pool().stats().succeeded()).isEqualTo(4);
    }

    @Test
    @DisplayName("takes jobs of queues, too: a handle ends when the results of its job are delivered")
    void shouldTakeJobsOfQueues() {
        ReactivePool<Integer, Integer> pool =
                ReactorTopics.pool(options(1)).flatMapping((Integer job) -> Flux.range(job, 2));
        JobQueue<Integer> queue = pool.pool().bindQueue();
        pool.start();
        TestSubscriber<Integer> results = subscriber(1);
        pool.results().subscribe(results);
        JobHandle<?> handle = queue.submit(5);
        eventually().until(() -> results.getReceivedOnNext().size() == 1);
        assertThat(handle.status()).isEqualTo(JobStatus.IN_FLIGHT);

        results.request(1);

        eventually().until(() -> handle.status() == JobStatus.FINISHED);
        assertThat(results.getReceivedOnNext()).containsExactly(5, 6);
    }

    @Test
    @DisplayName("Scenario 15: a drain that begins before anything has run handles it all, and completes the results")
    void shouldDrainWhatWasPublishedBeforeAnythingRan() throws Exception {
        ReactivePool<Integer, Integer> pool = started(ReactorTopics.pool(options(1))
                .flatMapping((Integer job) -> Mono.just(job).publishOn(Schedulers.parallel())));
        TestSubscriber<Integer> results = subscriber(Long.MAX_VALUE);
        pool.results().subscribe(results);
        publish(topic, 10);

        assertThat(pool.pool().drain(DEADLINE)).isEqualTo(new DrainReport(10, 0, 0, 0));
        eventually().until(results::isTerminatedComplete);
        assertThat(results.getReceivedOnNext()).isEqualTo(range(0, 10));
    }

    @Test
    @DisplayName("ordered: delivers results in the order of jobs; later ones wait and keep their places")
    void shouldDeliverInJobOrder() throws Exception {
        ReactivePool<Integer, Integer> pool =
                started(ReactorTopics.pool(options(3)).ordered().flatMapping(this::begin));
        TestSubscriber<Integer> results = subscriber(Long.MAX_VALUE);
        pool.results().subscribe(results);
        publish(topic, 4);
        awaitBegun(3);

        emit(2, 20);
        complete(2);
        emit(1, 10);
        assertThat(results.getReceivedOnNext()).isEmpty();
        assertThat(begun).hasSize(3);
        emit(0, 1, 2);
        assertThat(results.getReceivedOnNext()).containsExactly(1, 2);
        complete(0);
        assertThat(results.getReceivedOnNext()).containsExactly(1, 2, 10);
        awaitBegun(4);
        emit(3, 30);
        complete(1);
        assertThat(results.getReceivedOnNext()).containsExactly(1, 2, 10, 20, 30);
        complete(3);
        awaitIdle(pool);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("asks publishers for values only while its subscriber has demand, and then for prefetch at most")
    void shouldPassDemandOn(boolean ordered) throws Exception {
        AtomicLong requested = new AtomicLong();
        ReactivePoolBuilder options = ReactorTopics.pool(options(2)).prefetch(4);
        ReactivePool<Integer, Integer> pool =
                started((ordered ? options.ordered() : options).flatMapping((Integer job) -> {
                    begun.add(job);
                    return Flux.range(job * 100, 50).doOnRequest(requested::addAndGet);
                }));
        publish(topic, 2);
        awaitBegun(2);
        TestSubscriber<Integer> results = subscriber(0);
        pool.results().subscribe(results);
        assertThat(requested).hasValue(0);

        results.request(1);
        assertThat(results.getReceivedOnNext()).hasSize(1);
        assertThat(requested.get()).isBetween(4L, 8L + 4);
        results.request(98);
        assertThat(results.getReceivedOnNext()).hasSize(99);
        assertThat(pool.pool().stats().completed()).isLessThan(2);
        results.request(1);

        awaitIdle(pool);
        assertThat(results.getReceivedOnNext()).hasSize(100).doesNotHaveDuplicates();
        if (ordered) {
            assertThat(results.getReceivedOnNext()).isSorted();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("delivers each result of each job once, whether publishers emit at once or elsewhere, well or not")
    void shouldConserveResults(boolean ordered) throws Exception {
        int jobs = 20_000;
        ReactivePoolBuilder options = ReactorTopics.pool(options(16)).prefetch(3);
        ReactivePool<Integer, Integer> pool =
                started((ordered ? options.ordered() : options).flatMapping((Integer job) -> switch (job % 8) {
                    case 0 -> Flux.range(job * 10, 10);
                    case 1 -> Mono.just(job * 10);
                    case 2 -> Mono.just(job * 10).publishOn(Schedulers.parallel());
                    case 3 -> Flux.range(job * 10, 7).publishOn(Schedulers.parallel());
                    case 4 -> Mono.empty();
                    case 5 -> Flux.concat(Flux.range(job * 10, 2), Mono.error(new Exception("job")));
                    case 6 -> throw new Exception("handler");
                    default -> Mono.<Integer>error(new Exception("job")).subscribeOn(Schedulers.parallel());
                }));
        List<Integer> received = new ArrayList<>();
        pool.results().limitRate(5).subscribe(received::add);
        for (int job = 0; job < jobs; job++) {
            ReactorTopics.publish(topic, job).block(DEADLINE);
        }

        DrainReport report = pool.pool().drain(DEADLINE);

        assertThat(report.isComplete()).as("%s", report).isTrue();
        assertThat(received).hasSize(jobs / 8 * (10 + 1 + 1 + 7 + 2)).doesNotHaveDuplicates();
        if (ordered) {
            assertThat(received).isSorted();
        }
        PoolStats stats = pool.pool().stats();
        assertConserved(stats);
        assertThat(stats.failed()).isEqualTo(jobs / 8 * 3L);
        assertThat(failures).hasSize(jobs / 8 * 3);
    }

    @Test
    void shouldSkipAFailedJobByDefault() throws Exception {
        ReactivePool<Integer, Integer> pool =
                started(ReactorTopics.pool(options(1)).flatMapping((Integer job) -> switch (job) {
                    case 0 -> Mono.error(new Exception("publisher"));
                    case 1 -> throw new Exception("handler");
                    case 2 -> null;
                    default -> Mono.just(job);
                }));
        TestSubscriber<Integer> results = subscriber(Long.MAX_VALUE);
        pool.results().subscribe(results);
        publish(topic, 5);

        awaitIdle(pool);
        assertThat(results.getReceivedOnNext()).containsExactly(3, 4);
        assertThat(failures)
                .extracting(Throwable::getMessage)
                .containsExactly("publisher", "handler", "the handler returned null");
        assertThat(results.isTerminatedOrCancelled()).isFalse();
    }

    @Test
    @DisplayName("stopOnError: stops, fails the results, discards what other jobs emit, and goes on after a restart")
    void shouldStopOnError() throws Exception {
        List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
        ReactivePool<Integer, Integer> pool =
                ReactorTopics.pool(options(2)).stopOnError().flatMapping(this::begin);
        pool.pool().subscribeTo(topic, o -> o.resumable("p"));
        TestSubscriber<Integer> results = subscriber(Long.MAX_VALUE);
        pool.results().doOnDiscard(Integer.class, discarded::add).subscribe(results);
        pool.start();
        publish(topic, 4);
        awaitBegun(2);
        emit(0, 1);
        IllegalStateException failure = new IllegalStateException("job");
        running.get(1).tryEmitError(failure).orThrow();

        eventually().until(results::isTerminated);
        assertThat(results.expectTerminalError()).isSameAs(failure);
        assertThat(failures).containsExactly(failure);
        assertThat(pool.pool().status()).isEqualTo(PoolStatus.STOPPING);
        emit(0, 2, 3);
        complete(0);
        assertThat(pool.pool().waitUntilStopped(DEADLINE)).isTrue();
        assertThat(discarded).containsExactly(2, 3);
        TestSubscriber<Integer> late = subscriber(1);
        pool.results().subscribe(late);
        assertThat(late.expectTerminalError()).isSameAs(failure);

        pool.pool().restart();
        awaitBegun(4);
        TestSubscriber<Integer> next = subscriber(Long.MAX_VALUE);
        pool.results().subscribe(next);
        emit(2, 20);
        emit(3, 30);
        assertThat(next.getReceivedOnNext()).containsExactly(20, 30);
        complete(2);
        complete(3);
        awaitIdle(pool);
    }

    @Test
    void shouldCloseWhenAJobFailsDuringADrainIfItIsToStopOnError() {
        ReactivePool<Integer, Integer> pool =
                started(ReactorTopics.pool(options(1)).stopOnError().flatMapping(this::begin));
        TestSubscriber<Integer> results = subscriber(Long.MAX_VALUE);
        pool.results().subscribe(results);
        publish(topic, 3);
        awaitBegun(1);
        var drain = pool.pool().drainAsync(DEADLINE);
        running.get(0).tryEmitError(new Exception("job")).orThrow();

        eventually().until(drain::isDone);
        assertThat(drain.join()).isEqualTo(new DrainReport(1, 0, 2, 0));
        assertThat(results.expectTerminalError()).hasMessage("job");
    }

    @Test
    @DisplayName("cancels the publisher of a job that takes too long, discards what it left, and has room for the next")
    void shouldTimeOut() throws Exception {
        AtomicInteger cancelled = new AtomicInteger();
        List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
        ReactivePool<Integer, Integer> pool = started(ReactorTopics.pool(
                        options(1).jobTimeout(Duration.ofMillis(30)))
                .flatMapping((Integer job) ->
                        Flux.range(job * 10, 3).concatWith(Mono.never()).doOnCancel(cancelled::incrementAndGet)));
        TestSubscriber<Integer> results = subscriber(1);
        pool.results().doOnDiscard(Integer.class, discarded::add).subscribe(results);
        publish(topic, 2);

        eventually().until(() -> failures.size() == 2);
        assertThat(failures).allMatch(TimeoutException.class::isInstance);
        awaitIdle(pool);
        assertThat(cancelled).hasValue(2);
        assertThat(results.getReceivedOnNext()).containsExactly(0);
        assertThat(discarded).containsExactly(1, 2);
    }

    @Test
    void shouldNotCountTheTimeForWhichResultsWait() throws Exception {
        ReactivePool<Integer, Integer> pool =
                started(ReactorTopics.pool(options(2).jobTimeout(Duration.ofMillis(30)))
                        .flatMapping((Integer job) -> job == 0 ? Flux.just(1, 2, 3) : Flux.never()));
        TestSubscriber<Integer> results = subscriber(1);
        pool.results().subscribe(results);
        publish(topic, 2);
        eventually().until(() -> failures.size() == 1);
        assertThat(pool.pool().stats().inFlight()).isEqualTo(1);

        results.request(2);

        awaitIdle(pool);
        assertThat(results.getReceivedOnNext()).containsExactly(1, 2, 3);
        assertThat(pool.pool().stats().succeeded()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "is waited for by a drain; when its time is over publishers are cancelled, what they left is discarded")
    void shouldCancelWhatADrainAbandons() throws Exception {
        AtomicInteger cancelled = new AtomicInteger();
        List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
        ReactivePool<Integer, Integer> pool = started(ReactorTopics.pool(options(2))
                .flatMapping((Integer job) -> begin(job).doOnCancel(cancelled::incrementAndGet)));
        TestSubscriber<Integer> results = subscriber(1);
        pool.results().doOnDiscard(Integer.class, discarded::add).subscribe(results);
        publish(topic, 3);
        awaitBegun(2);
        emit(0, 1, 2, 3);
        emit(1, 4);

        DrainReport report = pool.pool().drain(Duration.ofMillis(20));

        assertThat(report).isEqualTo(new DrainReport(0, 0, 1, 2));
        eventually().until(results::isTerminated);
        assertThat(results.isTerminatedComplete()).isTrue();
        assertThat(cancelled).hasValue(2);
        assertThat(discarded).containsExactlyInAnyOrder(2, 3, 4);
        assertThat(failures).hasSize(2).allMatch(CancellationException.class::isInstance);
        assertConserved(pool.pool().stats());
    }

    @Test
    @DisplayName("completes its results when it is closed and nothing runs, for late subscribers too")
    void shouldCompleteItsResults() throws Exception {
        ReactivePool<Integer, Integer> pool =
                started(ReactorTopics.pool(options(1)).flatMapping(this::begin));
        TestSubscriber<Integer> results = subscriber(Long.MAX_VALUE);
        pool.results().subscribe(results);
        publish(topic, 2);
        awaitBegun(1);
        pool.close();
        emit(0, 7);
        assertThat(results.isTerminated()).isFalse();
        complete(0);

        eventually().until(results::isTerminatedComplete);
        assertThat(results.getReceivedOnNext()).containsExactly(7);
        TestSubscriber<Integer> late = subscriber(0);
        pool.results().subscribe(late);
        assertThat(late.isTerminatedComplete()).isTrue();
        assertThat(pool.toString()).isEqualTo("ReactivePool[p, CLOSED]");
    }

    @Test
    @DisplayName(
            "has one subscriber to its results at a time; when it has cancelled, the next goes on where it stopped")
    void shouldHaveOneSubscriberAtATime() throws Exception {
        ReactivePool<Integer, Integer> pool =
                started(ReactorTopics.pool(options(1)).flatMapping((Integer job) -> Flux.range(0, 6)));
        publish(topic, 1);
        TestSubscriber<Integer> first = subscriber(2);
        pool.results().subscribe(first);
        TestSubscriber<Integer> second = subscriber(2);
        pool.results().subscribe(second);
        assertThat(second.expectTerminalError())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("pool 'p'");
        eventually().until(() -> first.getReceivedOnNext().size() == 2);
        first.cancel();

        assertThat(pool.results().take(3).collectList().block(DEADLINE)).containsExactly(2, 3, 4);
        assertThat(pool.results().next().block(DEADLINE)).isEqualTo(5);
        awaitIdle(pool);
    }

    @Test
    void shouldLoseNothingWhenSubscribersComeAndGo() throws Exception {
        int jobs = 3_000;
        ReactivePool<Integer, Integer> pool = started(ReactorTopics.pool(options(4))
                .flatMapping((Integer job) -> Flux.just(job * 2, job * 2 + 1).publishOn(Schedulers.parallel())));
        publish(topic, jobs);
        List<Integer> received = new ArrayList<>();
        while (received.size() < jobs * 2) {
            List<Integer> some =
                    pool.results().take(1 + received.size() % 7).collectList().block(DEADLINE);
            received.addAll(some);
        }

        awaitIdle(pool);
        assertThat(received).containsExactlyInAnyOrderElementsOf(range(0, jobs * 2));
    }

    @Test
    void shouldShowTheSubscribersContextToPublishers() throws Exception {
        ReactivePool<Integer, String> pool = ReactorTopics.pool(options(1))
                .flatMapping(
                        (Integer job) -> Mono.deferContextual(context -> Mono.just(context.get("who") + " " + job)));
        TestSubscriber<String> results = subscriber(Long.MAX_VALUE);
        pool.results().contextWrite(context -> context.put("who", "me")).subscribe(results);
        started(pool);
        publish(topic, 2);

        awaitIdle(pool);
        assertThat(results.getReceivedOnNext()).containsExactly("me 0", "me 1");
    }

    @Test
    @DisplayName("calls its handler on an event loop, where block() is refused, or on a Scheduler, where it may block")
    void shouldCallTheHandlerWhereItIsTold() throws Exception {
        ReactivePool<Integer, Integer> onLoop =
                started(ReactorTopics.pool(options(1)).flatMapping((Integer job) -> {
                    assertThat(Dispatcher.isLoopThread(Thread.currentThread())).isTrue();
                    return Mono.just(
                            Mono.just(job).delayElement(Duration.ofMillis(1)).block());
                }));
        TestSubscriber<Integer> results = subscriber(Long.MAX_VALUE);
        ReactivePool<Integer, Integer> elsewhere = ReactorTopics.pool(topics.pool("elsewhere"))
                .handlingOn(Schedulers.boundedElastic())
                .flatMapping((Integer job) -> Mono.just(
                        Mono.just(job).delayElement(Duration.ofMillis(1)).block()));
        elsewhere.pool().subscribeTo(topic);
        elsewhere.results().subscribe(results);
        elsewhere.start();
        publish(topic, 2);

        awaitIdle(onLoop);
        assertThat(failures).hasSize(2).allSatisfy(error -> assertThat(error).hasMessageContaining("block()"));
        awaitIdle(elsewhere);
        assertThat(results.getReceivedOnNext()).containsExactly(0, 1);
    }

    @Test
    void shouldFailJobsThatItsSchedulerRefuses() throws Exception {
        var gone = Schedulers.newSingle("gone");
        gone.dispose();
        ReactivePool<Integer, Integer> pool = started(
                ReactorTopics.pool(options(1)).ordered().handlingOn(gone).flatMapping(this::begin));
        publish(topic, 2);

        awaitIdle(pool);
        assertThat(pool.pool().stats().failed()).isEqualTo(2);
        assertThat(begun).isEmpty();
    }

    @Test
    void shouldDropResultsThatNobodyWants() throws Exception {
        AtomicInteger emitted = new AtomicInteger();
        WorkerPool<Integer> pool = ReactorTopics.pool(options(2))
                .stopOnError()
                .handling((Integer job) -> job == 3
                        ? Mono.error(new Exception("job"))
                        : Flux.range(0, 1_000).doOnNext(value -> emitted.incrementAndGet()));
        pool.subscribeTo(topic);
        pool.start();
        publish(topic, 3);
        assertThat(pool.waitUntilIdle(DEADLINE)).isTrue();
        assertThat(emitted).hasValue(3_000);

        topic.publish(3).orThrow();
        assertThat(pool.waitUntilStopped(DEADLINE)).isTrue();
        assertThat(failures).hasSize(1);
    }

    @Test
    void shouldPauseResumeAndResizeAsAnyPool() throws Exception {
        ReactivePool<Integer, Integer> pool =
                started(ReactorTopics.pool(options(1)).flatMapping(this::begin));
        pool.results().subscribe();
        publish(topic, 6);
        awaitBegun(1);
        pool.pool().pause();
        complete(0);
        assertThat(pool.pool().waitUntilPaused(DEADLINE)).isTrue();
        assertThat(begun).hasSize(1);
        pool.pool().resize(3);
        pool.pool().resume();
        awaitBegun(4);
        for (int job = 1; job < 6; job++) {
            int next = job;
            eventually().until(() -> running.containsKey(next));
            complete(job);
        }
        awaitIdle(pool);
    }

    @Test
    void shouldEndASubscriberThatRequestsNothingOrThrowsAndNobodyElse() throws Exception {
        ReactivePool<Integer, Integer> pool =
                started(ReactorTopics.pool(options(1)).flatMapping((Integer job) -> Flux.range(0, 3)));
        publish(topic, 1);
        TestSubscriber<Integer> bad = subscriber(0);
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        pool.results().subscribe(new Greedy(refusal));
        assertThat(refusal.get()).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("-1");
        Disposable throwing = pool.results()
                .subscribe(
                        value -> {
                            throw new IllegalStateException("subscriber");
                        },
                        refusal::set);
        eventually().until(throwing::isDisposed);
        assertThat(refusal.get()).hasMessage("subscriber");

        pool.results().subscribe(bad);
        bad.request(2);
        eventually().until(() -> bad.getReceivedOnNext().size() == 2);
        assertThat(bad.getReceivedOnNext()).containsExactly(1, 2);
        awaitIdle(pool);
    }

    @Test
    void shouldFailAJobWhosePublisherSendsMoreThanWasRequested() throws Exception {
        ReactivePool<Integer, Integer> pool =
                started(ReactorTopics.pool(options(1)).prefetch(2).flatMapping((Integer job) -> subscriber -> {
                    subscriber.onSubscribe(new Nothing());
                    for (int i = 0; i < 5; i++) {
                        subscriber.onNext(i);
                    }
                    subscriber.onComplete();
                }));
        TestSubscriber<Integer> results = subscriber(0);
        pool.results().subscribe(results);
        publish(topic, 1);
        results.request(Long.MAX_VALUE);

        eventually()
                .until(() -> pool.pool().stats().failed() + pool.pool().stats().succeeded() == 1);
        awaitIdle(pool);
    }

    @Test
    void shouldTellWhatItIs() {
        ReactivePool<Integer, Integer> pool =
                ReactorTopics.pool(options(1)).prefetch(7).flatMapping(Integer.class, job -> Mono.just(job));
        Scannable results = Scannable.from(pool.results());
        assertThat(results.scan(Scannable.Attr.PREFETCH)).isEqualTo(7);
        assertThat(results.scan(Scannable.Attr.TERMINATED)).isFalse();
        assertThat(results.stepName()).isEqualTo("results(p)");
    }

    @Test
    void shouldRefuseBadOptions() {
        assertThatThrownBy(() -> ReactorTopics.pool(options(1)).prefetch(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prefetch must be at least 1, got 0");
        assertThatThrownBy(() -> ReactorTopics.pool(null)).isInstanceOf(NullPointerException.class);
    }

    private static final class Nothing implements org.reactivestreams.Subscription {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    }

    private record Greedy(AtomicReference<Throwable> refusal) implements reactor.core.CoreSubscriber<Integer> {
        @Override
        public void onSubscribe(org.reactivestreams.Subscription subscription) {
            subscription.request(-1);
        }

        @Override
        public void onNext(Integer value) {}

        @Override
        public void onError(Throwable error) {
            refusal.set(error);
        }

        @Override
        public void onComplete() {}
    }
}
