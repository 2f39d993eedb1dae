package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A job queue")
class JobQueueTest extends PoolFixture {
    private final List<Integer> handled = Collections.synchronizedList(new ArrayList<>());

    private WorkerPool<Integer> counting(String name) {
        return topics.pool(name).handling(Integer.class, handled::add);
    }

    private JobQueue<Integer> queue(long capacity) {
        return topics.queue("q", Integer.class, o -> o.capacity(capacity));
    }

    private static void addAll(JobQueue<Integer> queue, int from, int to) {
        for (int i = from; i < to; i++) {
            queue.add(i).orThrow();
        }
    }

    @Test
    @DisplayName("gives each job to one worker, first in, first out")
    void shouldHandleEachJobOnceInOrder() throws Exception {
        WorkerPool<Integer> pool = counting("p").start();
        JobQueue<Integer> queue = pool.bindQueue();
        addAll(queue, 0, 10_000);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).isEqualTo(IntStream.range(0, 10_000).boxed().toList());
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.stats()).isEqualTo(new QueueStats("p", 0, Long.MAX_VALUE, 10_000, 0, 10_000, 0, false));
        assertConserved(pool.stats());
    }

    @Test
    @DisplayName("keeps jobs for pools that are bound later")
    void shouldKeepJobsForLatePools() throws Exception {
        JobQueue<Integer> queue = topics.queue("q", Integer.class);
        addAll(queue, 0, 5_000);
        assertThat(queue.size()).isEqualTo(5_000);
        assertThat(queue.values()).hasSize(5_000).startsWith(0, 1, 2);

        WorkerPool<Integer> pool = counting("p").start();
        pool.bind(queue);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).hasSize(5_000).isSorted();
    }

    @Test
    @DisplayName("may be shared by pools, each job goes to one of them")
    void shouldShareJobsAmongPools() throws Exception {
        JobQueue<Integer> queue = topics.queue("q", Integer.class);
        WorkerPool<Integer> one = counting("one").start();
        WorkerPool<Integer> other = counting("other").start();
        one.bind(queue);
        other.bind(queue);
        addAll(queue, 0, 10_000);

        assertThat(one.waitUntilIdle(SOON)).isTrue();
        assertThat(other.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).hasSize(10_000).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("hands out the lowest priority number first, first in first out within one")
    void shouldHandOutByPriority() throws Exception {
        WorkerPool<Integer> pool = counting("p");
        JobQueue<Integer> queue = pool.bindQueue(o -> o.byPriority(5));
        for (int i = 0; i < 100; i++) {
            int priority = i % 3;
            queue.add(i, o -> o.priority(priority)).orThrow();
        }
        queue.add(1_000).orThrow();
        queue.add(2_000, o -> o.priority(6)).orThrow();
        queue.add(3_000, o -> o.priority(-1)).orThrow();
        List<Integer> order = queue.values();

        pool.start();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).isEqualTo(order);
        assertThat(handled).startsWith(3_000, 0, 3, 6).endsWith(95, 98, 1_000, 2_000);
    }

    @Test
    void shouldRefuseAPriorityWhereThereAreNone() {
        JobQueue<Integer> queue = queue(1);
        assertThatThrownBy(() -> queue.add(1, o -> o.priority(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'q'")
                .hasMessageContaining("3");
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        JobQueue<Integer> queue = queue(2);
        addAll(queue, 0, 2);
        assertThat(queue.isFull()).isTrue();
        assertThat(queue.add(2)).isEqualTo(AddResult.FULL);
        assertThatThrownBy(() -> queue.add(2).orThrow())
                .isInstanceOfSatisfying(
                        JobRefusedException.class, e -> assertThat(e.result()).isEqualTo(AddResult.FULL));
        assertThat(queue.size()).isEqualTo(2);
    }

    @Test
    @DisplayName("lets adds wait for room, in order, and others behind them")
    void shouldAdmitWaitingAddsInOrder() throws Exception {
        JobQueue<Integer> queue =
                topics.queue("q", Integer.class, o -> o.capacity(2).maxWaiters(3));
        CompletableFuture<AddResult> first = queue.addAsync(0);
        assertThat(first).isCompletedWithValue(AddResult.ACCEPTED);
        List<CompletableFuture<AddResult>> waiting = new ArrayList<>();
        for (int i = 1; i < 5; i++) {
            waiting.add(queue.addAsync(i));
        }
        assertThat(waiting.get(0)).isCompletedWithValue(AddResult.ACCEPTED);
        assertThat(waiting.get(1)).isNotDone();
        assertThat(queue.addAsync(9)).as("too many wait").isCompletedWithValue(AddResult.FULL);
        assertThat(waiting.get(2).cancel(true)).isTrue();
        assertThat(queue.stats().waitingAdds()).isEqualTo(2);

        WorkerPool<Integer> pool = counting("p").start();
        pool.bind(queue);

        assertThat(waiting.get(1).get(20, java.util.concurrent.TimeUnit.SECONDS))
                .isEqualTo(AddResult.ACCEPTED);
        assertThat(waiting.get(3).get(20, java.util.concurrent.TimeUnit.SECONDS))
                .isEqualTo(AddResult.ACCEPTED);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).containsExactly(0, 1, 2, 4);
        assertThat(queue.isFull()).isFalse();
    }

    @Test
    void shouldRefuseASecondJobOfAnIdWhileTheFirstWaits() throws Exception {
        WorkerPool<Integer> pool = counting("p");
        JobQueue<Integer> queue = pool.bindQueue(o -> o.idGenerator(job -> job < 0 ? null : "id" + job));
        assertThat(queue.add(1)).isEqualTo(AddResult.ACCEPTED);
        assertThat(queue.add(1)).isEqualTo(AddResult.DUPLICATE);
        assertThat(queue.add(2, o -> o.id("id1"))).isEqualTo(AddResult.DUPLICATE);
        assertThat(queue.add(1, o -> o.id("id2"))).isEqualTo(AddResult.ACCEPTED);
        assertThat(queue.add(-1)).isEqualTo(AddResult.ACCEPTED);
        assertThat(queue.add(-1)).isEqualTo(AddResult.ACCEPTED);

        pool.start();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(queue.add(1)).isEqualTo(AddResult.ACCEPTED);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).containsExactly(1, 1, -1, -1, 1);
    }

    @Test
    void shouldRefuseNothingOfAnIdThatWasPurged() {
        JobQueue<Integer> queue = queue(10);
        queue.add(1, o -> o.id("a")).orThrow();
        queue.add(2).orThrow();
        assertThat(queue.purge()).isEqualTo(2);
        assertThat(queue.add(1, o -> o.id("a"))).isEqualTo(AddResult.ACCEPTED);
        assertThat(queue.stats()).isEqualTo(new QueueStats("q", 1, 10, 3, 2, 0, 0, false));
    }

    @Test
    @DisplayName("goes on waiting when its pool leaves, with what the pool had taken in front")
    void shouldGetBackWhatAPoolHadTakenWhenItIsUnbound() throws Exception {
        Gate gate = new Gate();
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        JobQueue<Integer> queue = topics.queue("q", Integer.class);
        addAll(queue, 0, 100);
        pool.start().bind(queue);
        await().until(() -> gate.running.get() == 1);
        assertThat(queue.size()).as("a batch of 32 was taken").isEqualTo(68);

        assertThat(pool.unbind(queue)).isTrue();
        assertThat(queue.values()).isEqualTo(IntStream.range(1, 100).boxed().toList());
        assertThat(pool.unbind(queue)).isFalse();
        gate.open();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().completed()).isEqualTo(1);
        assertThat(queue.size()).isEqualTo(99);
    }

    @Test
    void shouldKeepItsJobsWhenABoundPoolIsClosed() throws Exception {
        Gate gate = new Gate();
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        JobQueue<Integer> queue = topics.queue("q", Integer.class);
        addAll(queue, 0, 100);
        pool.start().bind(queue);
        await().until(() -> gate.running.get() == 1);
        pool.close();
        gate.open();
        assertThat(pool.awaitQuiescence(SOON)).isTrue();
        await().until(() -> queue.size() == 99);

        counting("other").start().bind(queue);
        await().until(() -> handled.size() == 99);
        assertThat(handled).isEqualTo(IntStream.range(1, 100).boxed().toList());
    }

    @Test
    void shouldEndWithThePoolThatMadeIt() throws Exception {
        WorkerPool<Integer> pool = counting("p");
        JobQueue<Integer> queue = pool.bindQueue();
        addAll(queue, 0, 10);
        DrainReport report = pool.drain(SOON);
        assertThat(report.abandonedUntaken()).isEqualTo(10);
        assertThat(queue.isClosed()).isTrue();
        assertThat(queue.add(1)).isEqualTo(AddResult.CLOSED);
        assertThat(queue.stats().closed()).isEqualTo(10);
        assertThat(topics.queues()).isEmpty();
    }

    @Test
    void shouldBeDrainedWithThePoolThatMadeIt() throws Exception {
        WorkerPool<Integer> pool = counting("p");
        JobQueue<Integer> queue = pool.bindQueue();
        addAll(queue, 0, 10_000);
        pool.start();
        DrainReport report = pool.drain(SOON);
        assertThat(report.isComplete()).isTrue();
        assertThat(handled).hasSize(10_000);
        assertThat(queue.isClosed()).isTrue();
    }

    @Test
    void shouldSurviveAStopAndARestart() throws Exception {
        WorkerPool<Integer> pool = counting("p").start();
        JobQueue<Integer> queue = pool.bindQueue();
        pool.stop();
        assertThat(pool.waitUntilStopped(SOON)).isTrue();
        addAll(queue, 0, 100);
        assertThat(pool.stats().pending()).isEqualTo(100);
        pool.restart();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).hasSize(100).isSorted();
    }

    @Test
    void shouldRefuseBadOptions() {
        assertThatThrownBy(() -> queue(0)).hasMessageContaining("capacity").hasMessageContaining("0");
        assertThatThrownBy(() -> topics.queue("q", Integer.class, o -> o.maxChunk(7)))
                .hasMessageContaining("maxChunk")
                .hasMessageContaining("7");
        assertThatThrownBy(() -> topics.queue("q", Integer.class, o -> o.maxWaiters(-1)))
                .hasMessageContaining("maxWaiters")
                .hasMessageContaining("-1");
        assertThatThrownBy(() -> topics.queue(" ", Integer.class)).hasMessageContaining("queue name");
        JobQueue<Integer> queue = queue(1);
        assertThatThrownBy(() -> queue(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'q'");
        assertThatThrownBy(() -> queue.add(1, o -> o.id(" "))).hasMessageContaining("job id");
    }

    @Test
    void shouldRefuseToBeBoundTwiceOrWhenClosed() {
        JobQueue<Integer> queue = queue(1);
        WorkerPool<Integer> pool = counting("p");
        pool.bind(queue);
        assertThatThrownBy(() -> pool.bind(queue)).hasMessageContaining("'q'").hasMessageContaining("already");
        queue.close();
        assertThatThrownBy(() -> pool.bind(queue)).hasMessageContaining("'q'").hasMessageContaining("closed");
    }

    @Test
    void shouldReuseAPoolsNameWithANumberBehindIt() {
        WorkerPool<Integer> pool = counting("p");
        assertThat(pool.bindQueue().name()).isEqualTo("p");
        assertThat(pool.bindQueue().name()).isEqualTo("p-2");
        assertThat(topics.queues()).extracting(JobQueue::name).containsExactly("p", "p-2");
    }

    private record Order(int number) {}

    private void ship(Order order) throws Exception {
        handled.add(order.number());
    }

    @Test
    @DisplayName("is two lines away")
    void shouldReadAsInTheReadme() throws Exception {
        Order order = new Order(7);
        JobQueue<Order> orders =
                topics.pool("orders").handling(this::ship).start().bindQueue();
        orders.add(order);
        orders.add(order, o -> o.id("seven")).orThrow();
        await().until(() -> handled.size() == 2);
    }

    @Test
    @DisplayName("stands among the sources of a pool where it was told to")
    void shouldBeServedByThePriorityOfItsBinding() throws Exception {
        WorkerPool<Integer> pool = counting("p");
        JobQueue<Integer> late = pool.bindQueue(o -> o.name("late"));
        JobQueue<Integer> second = pool.bindQueue(o -> o.name("second"), o -> o.priority(2));
        JobQueue<Integer> first = topics.queue("first", Integer.class);
        pool.bind(first, o -> o.priority(1));
        addAll(late, 20, 25);
        addAll(second, 10, 15);
        addAll(first, 0, 5);
        pool.start();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).containsExactly(0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24);
    }

    @Test
    @DisplayName("of its own: a draining pool handles as many jobs as waited, and leaves the others")
    void shouldLeaveToOthersWhatCameAfterADrainBegan() throws Exception {
        Gate gate = new Gate();
        WorkerPool<Object> pool = topics.pool("p").maxBatch(1).handling(gate);
        JobQueue<Integer> queue = topics.queue("q", Integer.class);
        addAll(queue, 0, 10);
        pool.start().bind(queue);
        await().until(() -> gate.running.get() == 1);
        CompletableFuture<DrainReport> drained = pool.drainAsync(SOON);
        addAll(queue, 10, 15);
        gate.open();

        assertThat(drained.get(20, java.util.concurrent.TimeUnit.SECONDS).isComplete())
                .isTrue();
        assertThat(gate.done).hasValue(10);
        assertThat(queue.values()).containsExactly(10, 11, 12, 13, 14);
        assertThat(queue.isClosed()).isFalse();
    }

    @Test
    @DisplayName("is drained when its topics are closed, and takes in no more")
    void shouldBeDrainedWhenTheTopicsAreClosed() {
        io.fanlog.topic.Topics own = io.fanlog.topic.Topics.create();
        JobQueue<Integer> bound = own.queue("bound", Integer.class);
        JobQueue<Integer> left = own.queue("left", Integer.class);
        WorkerPool<Integer> pool = own.pool("p").handling(Integer.class, handled::add);
        pool.start().bind(bound);
        addAll(bound, 0, 1_000);
        JobHandle<?> nobodys = left.submit(1);

        assertThat(own.close(SOON)).as("one job was not handled").isFalse();
        assertThat(handled).hasSize(1_000);
        assertThat(bound.isClosed()).isTrue();
        assertThat(bound.add(1)).isEqualTo(AddResult.CLOSED);
        assertThat(nobodys.result()).isCompletedExceptionally();
        assertThatThrownBy(() -> own.queue("late", Integer.class)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("feeds pools whose jobs need no thread, too")
    void shouldFeedAsynchronousPools() throws Exception {
        CompletableFuture<Void> end = new CompletableFuture<>();
        WorkerPool<Integer> pool = topics.pool("p").concurrency(2).handlingAsync(Integer.class, job -> {
            if (job < 0) {
                throw new IllegalArgumentException("negative");
            }
            return end;
        });
        JobQueue<Integer> queue = pool.start().bindQueue();
        JobHandle<?> good = queue.submit(1);
        JobHandle<?> bad = queue.submit(-1);
        JobHandle<?> running = queue.submit(2);
        JobHandle<?> closed = queue.submit(3);
        assertThat(bad.result()).failsWithin(SOON);
        await().until(() -> running.status() == JobStatus.IN_FLIGHT);
        assertThat(good.status()).isEqualTo(JobStatus.IN_FLIGHT);
        assertThat(closed.close()).isTrue();
        end.complete(null);
        assertThat(good.result()).succeedsWithin(SOON);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().completed()).isEqualTo(3);
        assertConserved(pool.stats());
    }
}
