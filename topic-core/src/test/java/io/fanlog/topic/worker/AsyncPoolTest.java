package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.spi.JobEnd;
import io.fanlog.topic.spi.JobStarter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A pool whose jobs need no thread")
class AsyncPoolTest extends PoolFixture {
    private final Topic<Integer> topic = topic("t");
    private final List<Integer> begun = Collections.synchronizedList(new ArrayList<>());
    private final Map<Integer, CompletableFuture<String>> unfinished = new ConcurrentHashMap<>();
    private final List<Throwable> heard = Collections.synchronizedList(new ArrayList<>());

    private CompletableFuture<String> begin(Integer job) {
        CompletableFuture<String> result = new CompletableFuture<>();
        unfinished.put(job, result);
        begun.add(job);
        return result;
    }

    private PoolBuilder options(int concurrency) {
        return pool("p").concurrency(concurrency).onError((pool, error) -> heard.add(error));
    }

    private WorkerPool<Integer> started(int concurrency) {
        WorkerPool<Integer> pool = options(concurrency).handlingAsync(this::begin);
        pool.subscribeTo(topic);
        return pool.start();
    }

    private void awaitBegun(int jobs) {
        await().until(() -> begun.size() == jobs);
    }

    private void finish(int job) {
        unfinished.get(job).complete("done");
    }

    @Test
    @DisplayName("has as many unfinished as its concurrency, begun in order on an event loop, and no thread")
    void shouldBoundWhatIsUnfinished() throws Exception {
        List<Boolean> onLoop = Collections.synchronizedList(new ArrayList<>());
        WorkerPool<Integer> pool = options(3).handlingAsync((Integer job) -> {
            onLoop.add(Dispatcher.isLoopThread(Thread.currentThread()));
            return begin(job);
        });
        pool.subscribeTo(topic);
        pool.start();
        publish(topic, 0, 10);

        awaitBegun(3);
        assertThat(pool.stats().inFlight()).isEqualTo(3);
        finish(1);
        awaitBegun(4);
        assertThat(begun).containsExactly(0, 1, 2, 3);
        assertThat(pool.stats().inFlight()).isEqualTo(3);
        assertThat(pool.stats().succeeded()).isEqualTo(1);
        for (int job : new int[] {3, 0, 2, 4, 5, 6, 7, 8, 9}) {
            await().until(() -> unfinished.containsKey(job));
            finish(job);
        }

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertConserved(pool.stats());
        assertThat(pool.stats().succeeded()).isEqualTo(10);
        assertThat(begun).isSorted();
        assertThat(onLoop).hasSize(10).containsOnly(true);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    @DisplayName("goes on without growing the stack when each job ends before its handler returns")
    void shouldGoOnWhenJobsEndAtOnce(int concurrency) throws Exception {
        AtomicInteger done = new AtomicInteger();
        WorkerPool<Integer> pool = pool("p")
                .concurrency(concurrency)
                .handlingAsync((Integer job) -> CompletableFuture.completedFuture(done.incrementAndGet()));
        pool.subscribeTo(topic);
        publish(topic, 0, 50_000);
        pool.start();

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(done).hasValue(50_000);
        assertThat(pool.stats().succeeded()).isEqualTo(50_000);
    }

    @Test
    @DisplayName("lets another subscriber of its loop have its turn while each job ends at once")
    void shouldNotKeepItsLoopToItself() {
        AtomicInteger done = new AtomicInteger();
        AtomicInteger doneWhenHeard = new AtomicInteger();
        Topic<Integer> bell = topic("bell");
        bell.subscribe(ring -> doneWhenHeard.set(done.get()));
        WorkerPool<Integer> pool = pool("p").concurrency(4).handlingAsync((Integer job) -> {
            if (done.incrementAndGet() == 1) {
                bell.publish(1).orThrow();
            }
            return CompletableFuture.completedFuture(job);
        });
        pool.subscribeTo(topic);
        publish(topic, 0, 60_000);
        pool.start();

        await().until(() -> doneWhenHeard.get() > 0);
        assertThat(doneWhenHeard.get()).isLessThan(60_000);
        await().until(() -> done.get() == 60_000);
    }

    @Test
    void shouldFailAJobByWhatItsStageFailsWithOrItsHandlerThrowsOrWithNull() throws Exception {
        Exception failure = new Exception("job");
        WorkerPool<Integer> pool = options(1).handlingAsync((Integer job) -> switch (job) {
            case 0 -> CompletableFuture.failedFuture(failure);
            case 1 -> throw failure;
            case 2 ->
                CompletableFuture.runAsync(() -> {
                    throw new CompletionException(failure);
                });
            case 3 -> null;
            default -> CompletableFuture.completedStage(job);
        });
        pool.subscribeTo(topic);
        pool.start();
        publish(topic, 0, 6);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().failed()).isEqualTo(4);
        assertThat(pool.stats().succeeded()).isEqualTo(2);
        assertThat(heard.subList(0, 3)).containsOnly(failure);
        assertThat(heard.get(3)).isInstanceOf(NullPointerException.class).hasMessage("the handler returned null");
    }

    @Test
    @DisplayName("survives what Reactor calls fatal, which ends only the job; the next ones run")
    void shouldSurviveAFatalError() throws Exception {
        WorkerPool<Integer> pool = options(1).handlingAsync((Integer job) -> {
            if (job % 3 == 0) {
                throw new NoClassDefFoundError("job");
            }
            return CompletableFuture.completedFuture(job);
        });
        pool.subscribeTo(topic);
        publish(topic, 0, 30);
        pool.start();

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().failed()).isEqualTo(10);
        assertThat(pool.stats().succeeded()).isEqualTo(20);
    }

    @Test
    void shouldFailAMessageWhoseFilterThrows() throws Exception {
        WorkerPool<Integer> pool = options(1).handlingAsync((Integer job) -> CompletableFuture.completedFuture(job));
        pool.subscribeTo(topic, o -> o.filter(job -> 10 / job > 0));
        pool.start();
        publish(topic, 0, 3);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().failed()).isEqualTo(1);
        assertThat(heard).hasSize(1).allMatch(ArithmeticException.class::isInstance);
    }

    @Test
    @DisplayName("gives up on a job that takes too long: cancels it, and has room for the next")
    void shouldTimeOut() throws Exception {
        WorkerPool<Integer> pool =
                options(1).jobTimeout(Duration.ofMillis(20)).handlingAsync((Integer job) -> begin(job));
        pool.subscribeTo(topic);
        pool.start();
        publish(topic, 0, 2);

        await().until(() -> heard.size() == 2);
        assertThat(unfinished.get(0)).isCancelled();
        assertThat(unfinished.get(1)).isCancelled();
        assertThat(heard)
                .allSatisfy(error -> assertThat(error)
                        .isInstanceOf(TimeoutException.class)
                        .hasMessageContaining("'p'")
                        .hasMessageContaining("PT0.02S"));
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().failed()).isEqualTo(2);
        assertThat(pool.stats().inFlight()).isZero();
    }

    @Test
    void shouldNotTimeOutAJobThatEndedInTime() throws Exception {
        WorkerPool<Integer> pool = options(4).jobTimeout(Duration.ofDays(1)).handlingAsync((Integer job) -> begin(job));
        pool.subscribeTo(topic);
        pool.start();
        publish(topic, 0, 4);
        awaitBegun(4);
        for (int job = 0; job < 4; job++) {
            finish(job);
        }

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().succeeded()).isEqualTo(4);
    }

    @Test
    @DisplayName("takes jobs of queues, too: a handle ends with its job, and a job closed while it waits never begins")
    void shouldEndTheHandlesOfQueuedJobs() throws Exception {
        WorkerPool<Integer> pool = options(1).handlingAsync(this::begin);
        JobQueue<Integer> queue = pool.bindQueue();
        pool.start();
        JobHandle<?> well = queue.submit(0);
        JobHandle<?> ill = queue.submit(1);
        JobHandle<?> closed = queue.submit(2);
        JobHandle<?> last = queue.submit(3);
        awaitBegun(1);
        assertThat(well.status()).isEqualTo(JobStatus.IN_FLIGHT);
        assertThat(closed.close()).isTrue();

        finish(0);
        awaitBegun(2);
        assertThat(well.result().isDone()).isTrue();
        Exception failure = new Exception("job");
        unfinished.get(1).completeExceptionally(failure);
        awaitBegun(3);
        finish(3);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(begun).containsExactly(0, 1, 3);
        assertThatThrownBy(() -> ill.result().join()).hasCause(failure);
        assertThat(last.status()).isEqualTo(JobStatus.FINISHED);
        assertThat(pool.stats().succeeded()).isEqualTo(2);
        assertThat(pool.stats().failed()).isEqualTo(1);
        assertThat(pool.stats().inFlight()).isZero();
    }

    @Test
    void shouldBePausedWhenNothingIsUnfinishedAnyMore() throws Exception {
        WorkerPool<Integer> pool = started(2);
        publish(topic, 0, 6);
        awaitBegun(2);

        pool.pause();
        assertThat(pool.status()).isEqualTo(PoolStatus.PAUSING);
        finish(0);
        await().until(() -> pool.stats().succeeded() == 1);
        assertThat(pool.status()).isEqualTo(PoolStatus.PAUSING);
        finish(1);

        assertThat(pool.waitUntilPaused(SOON)).isTrue();
        assertThat(begun).hasSize(2);
        pool.resume();
        awaitBegun(4);
    }

    @Test
    void shouldStopAndRestartWhereAResumableSubscriptionWas() throws Exception {
        WorkerPool<Integer> pool = options(1).handlingAsync(this::begin);
        pool.subscribeTo(topic, o -> o.resumable("p"));
        pool.start();
        publish(topic, 0, 3);
        awaitBegun(1);
        pool.stop();
        finish(0);

        assertThat(pool.waitUntilStopped(SOON)).isTrue();
        assertThat(pool.stats().idleWorkers()).isZero();
        pool.restart();
        awaitBegun(2);
        finish(1);
        awaitBegun(3);
        finish(2);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
    }

    @Test
    void shouldTakeTheNewLimitAtOnce() throws Exception {
        WorkerPool<Integer> pool = started(1);
        publish(topic, 0, 20);
        awaitBegun(1);
        pool.resize(4);
        awaitBegun(4);
        pool.resize(2);
        finish(0);
        finish(1);
        await().until(() -> pool.stats().inFlight() == 2);
        finish(2);
        awaitBegun(5);
        assertThat(pool.stats().inFlight()).isEqualTo(2);
    }

    @Test
    @DisplayName("Scenario 15: a drain that begins before anything has run handles it all")
    void shouldDrainWhatWasPublishedBeforeAnythingRan() throws Exception {
        AtomicInteger done = new AtomicInteger();
        WorkerPool<Integer> pool =
                options(1).handlingAsync((Integer job) -> CompletableFuture.runAsync(done::incrementAndGet));
        pool.subscribeTo(topic);
        publish(topic, 0, 10);
        pool.start();

        assertThat(pool.drain(SOON)).isEqualTo(new DrainReport(10, 0, 0, 0));
        assertThat(done).hasValue(10);
        assertThat(pool.status()).isEqualTo(PoolStatus.CLOSED);
    }

    @Test
    @DisplayName(
            "Scenario 16: a drain waits for what is unfinished; when its time is over it cancels that, and says so")
    void shouldCancelWhatADrainAbandons() throws Exception {
        WorkerPool<Integer> pool = started(2);
        TopicSubscription subscription = topic.subscription("p").orElseThrow();
        publish(topic, 0, 6);
        awaitBegun(2);
        CompletableFuture<DrainReport> drain = pool.drainAsync(Duration.ofMillis(50));
        finish(0);
        awaitBegun(3);

        await().until(drain::isDone);
        assertThat(drain.join()).isEqualTo(new DrainReport(1, 0, 3, 2));
        assertThat(pool.waitUntilStopped(SOON)).isTrue();
        assertThat(unfinished.get(1)).isCancelled();
        assertThat(unfinished.get(2)).isCancelled();
        assertThat(pool.stats().failed()).isEqualTo(2);
        assertThat(heard).hasSize(2).allMatch(CancellationException.class::isInstance);
        assertThat(subscription.lag()).isEqualTo(3);
        assertConserved(pool.stats());
    }

    @Test
    void shouldCancelWhatADrainOfAStoppingPoolAbandons() throws Exception {
        WorkerPool<Integer> pool = started(1);
        publish(topic, 0, 1);
        awaitBegun(1);
        pool.stop();

        assertThat(pool.drain(Duration.ofMillis(5))).isEqualTo(new DrainReport(0, 0, 0, 1));
        assertThat(pool.waitUntilStopped(SOON)).isTrue();
        assertThat(unfinished.get(0)).isCancelled();
    }

    @Test
    void shouldLetUnfinishedJobsEndWhenItIsClosed() throws Exception {
        WorkerPool<Integer> pool = started(1);
        publish(topic, 0, 2);
        awaitBegun(1);
        pool.close();
        assertThat(unfinished.get(0)).isNotDone();
        finish(0);

        assertThat(pool.waitUntilStopped(SOON)).isTrue();
        assertThat(pool.stats().succeeded()).isEqualTo(1);
        assertThat(begun).hasSize(1);
    }

    @Test
    void shouldRefuseToWaitInItsHandler() throws Exception {
        WorkerPool<Integer> pool = options(1).handlingAsync((Integer job) -> {
            DrainReport never = topics.pools().get(0).drain(SOON);
            return CompletableFuture.completedFuture(never);
        });
        pool.subscribeTo(topic);
        pool.start();
        publish(topic, 0, 1);

        await().until(() -> heard.size() == 1);
        assertThat(heard.get(0)).isInstanceOf(IllegalStateException.class).hasMessageContaining("drain");
    }

    @Test
    void shouldKeepNothingOfAJobThatEnded() throws Exception {
        WorkerPool<Integer> pool = started(1);
        publish(topic, 0, 1);
        awaitBegun(1);
        finish(0);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().idleWorkers()).isEqualTo(1);
    }

    @Test
    @DisplayName("tells an adapter of failures and, last and once, of its end; only the first end of a job counts")
    void shouldTellItsStarter() throws Exception {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        JobStarter<Integer> starter = new JobStarter<>() {
            @Override
            public void start(Integer job, JobEnd end) {
                told.add(end.succeed() + " " + end.fail(new Exception("late")) + " " + end.succeed());
                throw new IllegalStateException("after its end");
            }

            @Override
            public void onFailed(Throwable error) {
                told.add(error.getMessage());
                throw new IllegalStateException("the adapter's own trouble");
            }

            @Override
            public void onClosed() {
                told.add("closed");
            }
        };
        WorkerPool<Integer> pool = options(1).handlingBy(starter);
        pool.subscribeTo(
                topic,
                o -> o.filter(job -> {
                    if (job == 1) {
                        throw new IllegalStateException("filter");
                    }
                    return true;
                }));
        pool.start();
        publish(topic, 0, 2);

        assertThat(pool.drain(SOON).isComplete()).isTrue();
        await().until(() -> told.contains("closed"));
        assertThat(told).containsExactly("true false false", "filter", "closed");
        assertThat(pool.stats().succeeded()).isEqualTo(1);
    }

    @Test
    @DisplayName("gives up on a job whose cancel action comes late: it runs at once")
    void shouldRunACancelThatComesLate() throws Exception {
        List<JobEnd> ends = Collections.synchronizedList(new ArrayList<>());
        WorkerPool<Integer> pool =
                options(1).jobTimeout(Duration.ofMillis(1)).handlingBy((Integer job, JobEnd end) -> ends.add(end));
        pool.subscribeTo(topic);
        pool.start();
        publish(topic, 0, 1);
        await().until(() -> heard.size() == 1);
        AtomicInteger cancelled = new AtomicInteger();

        ends.get(0).onCancel(cancelled::incrementAndGet);

        assertThat(cancelled).hasValue(1);
    }

    @Test
    void shouldNotTimeOutAJobWhoseWorkIsDone() throws Exception {
        List<JobEnd> ends = Collections.synchronizedList(new ArrayList<>());
        WorkerPool<Integer> pool = options(2)
                .jobTimeout(Duration.ofMillis(20))
                .handlingBy((Integer job, JobEnd end) -> {
                    if (job == 0) {
                        end.stopTimeout();
                        ends.add(end);
                    }
                });
        pool.subscribeTo(topic);
        pool.start();
        publish(topic, 0, 2);
        await().until(() -> heard.size() == 1);

        assertThat(pool.stats().inFlight()).isEqualTo(1);
        assertThat(ends.get(0).succeed()).isTrue();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
    }

    @Test
    void shouldRefuseABadTimeoutAndOneThatNothingCanKeep() {
        assertThatThrownBy(() -> pool("p").jobTimeout(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("jobTimeout must be positive, got PT0S");
        assertThatThrownBy(() -> pool("p").jobTimeout(Duration.ofSeconds(1)).handling(Integer.class, job -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("jobTimeout PT1S");
        assertThatThrownBy(() -> pool("p").handlingAsync(null)).isInstanceOf(NullPointerException.class);
    }
}
