package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.worker.JobClosedException.Reason;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A job's handle")
class JobHandleTest extends PoolFixture {
    private final List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
    private final Gate gate = new Gate();

    private ResultPool<Integer, Integer> squares() {
        return topics.pool("squares").computing(Integer.class, n -> {
            handled.add(n);
            if (n < 0) {
                throw new IOException("negative");
            }
            return n * n;
        });
    }

    /** A queue whose only worker is busy with a first job, behind which jobs wait: some in its batch, others not. */
    private JobQueue<Object> blocked() {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        JobQueue<Object> queue = pool.bindQueue();
        queue.add("first").orThrow();
        pool.start();
        await().until(() -> gate.running.get() == 1);
        return queue;
    }

    @Test
    void shouldGiveTheResultAndTheSameAgain() throws Exception {
        ResultQueue<Integer, Integer> queue = squares().start().bindQueue();
        JobHandle<Integer> handle = queue.submit(7, o -> o.id("seven"));

        assertThat(handle.await(SOON)).isEqualTo(49);
        assertThat(handle.await(Duration.ZERO)).isEqualTo(49);
        assertThat(handle.result()).isCompletedWithValue(49);
        assertThat(handle.id()).contains("seven");
        assertThat(handle.status()).isEqualTo(JobStatus.FINISHED);
        assertThat(handle.refusal()).isEmpty();
        assertThat(handle.close()).as("too late").isFalse();
    }

    @Test
    void shouldGiveWhatTheHandlerThrew() throws Exception {
        ResultPool<Integer, Integer> pool = squares().start();
        JobHandle<Integer> handle = pool.bindQueue().submit(-1);

        assertThatThrownBy(() -> handle.await(SOON))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThatThrownBy(() -> handle.result().join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThat(handle.status()).isEqualTo(JobStatus.FINISHED);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().failed()).isEqualTo(1);
    }

    @Test
    @DisplayName("on a pool without results tells errors only")
    void shouldTellErrorsOnlyOnAPlainPool() throws Exception {
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, n -> {
            if (n < 0) {
                throw new IOException("negative");
            }
        });
        JobQueue<Integer> queue = pool.start().bindQueue();
        assertThat(queue.submit(1).await(SOON)).isNull();
        assertThatThrownBy(() -> queue.submit(-1).await(SOON)).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldCloseAJobThatHasNotStartedAndFreeItsIdAndPayloadAtOnce() throws Exception {
        JobQueue<Object> queue = blocked();
        Object payload = new Object();
        WeakReference<Object> reference = new WeakReference<>(payload);
        JobHandle<?> handle = queue.submit(payload, o -> o.id("a"));
        payload = null;
        JobHandle<?> other = queue.submit("other");
        CompletableFuture<?> asked = handle.result();
        assertThat(handle.status()).isEqualTo(JobStatus.QUEUED);
        assertThat(queue.add("b", o -> o.id("a"))).isEqualTo(AddResult.DUPLICATE);

        assertThat(handle.close()).isTrue();
        assertThat(handle.close()).as("again").isTrue();

        assertThat(handle.status()).isEqualTo(JobStatus.CLOSED);
        assertClosed(asked, Reason.HANDLE_CLOSED);
        assertClosed(handle.result(), Reason.HANDLE_CLOSED);
        assertThatThrownBy(() -> handle.await(SOON)).isInstanceOf(JobClosedException.class);
        assertThat(queue.size()).as("its place counts").isEqualTo(2);
        assertThat(queue.values()).containsExactly("other");
        await().until(() -> {
            System.gc();
            return reference.get() == null;
        });
        assertThat(queue.add("b", o -> o.id("a"))).isEqualTo(AddResult.ACCEPTED);

        gate.open();
        other.await(SOON);
        await().until(() -> gate.done.get() == 3);
        assertThat(queue.stats().closed()).isEqualTo(1);
        assertThat(queue.size()).isZero();
    }

    @Test
    @DisplayName("closes a job in a worker's batch, too")
    void shouldCloseAJobInABatch() throws Exception {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        JobQueue<Object> queue = pool.bindQueue();
        List<JobHandle<?>> handles = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            handles.add(queue.submit(i));
        }
        pool.start();
        await().until(() -> gate.running.get() == 1);
        assertThat(queue.size()).as("all in the batch").isZero();
        assertThat(handles.get(0).close()).as("too late").isFalse();
        assertThat(handles.get(0).status()).isEqualTo(JobStatus.IN_FLIGHT);
        assertThat(handles.get(5).close()).isTrue();
        assertThat(pool.stats().pending()).isEqualTo(9);

        gate.open();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(gate.done).hasValue(9);
        assertThat(pool.stats().submitted()).isEqualTo(9);
        assertConserved(pool.stats());
        assertThat(queue.stats().closed()).isEqualTo(1);
        assertThat(queue.stats().handedOut()).isEqualTo(9);
    }

    @Test
    void shouldLetNobodyHangWhenTheQueueIsPurged() {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        JobQueue<Object> queue = pool.bindQueue();
        List<JobHandle<?>> handles = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            handles.add(queue.submit(i));
        }
        pool.start();
        await().until(() -> gate.running.get() == 1);
        List<CompletableFuture<?>> asked =
                handles.stream().<CompletableFuture<?>>map(JobHandle::result).toList();

        assertThat(queue.purge()).isEqualTo(99);

        asked.subList(1, 100).forEach(future -> assertClosed(future, Reason.PURGED));
        assertThat(asked.get(0)).isNotDone();
        assertThat(pool.stats().pending()).isZero();
        assertThat(queue.stats().closed()).isEqualTo(99);
        gate.open();
        assertThat(asked.get(0)).succeedsWithin(SOON);
    }

    @Test
    void shouldLetNobodyHangWhenTheQueueIsClosed() {
        JobQueue<Object> queue = blocked();
        JobHandle<?> handle = queue.submit(1);
        queue.close();
        assertClosed(handle.result(), Reason.QUEUE_CLOSED);
        JobHandle<?> late = queue.submit(2);
        assertThat(late.refusal()).contains(AddResult.CLOSED);
        assertThatThrownBy(() -> late.await(SOON)).isInstanceOf(JobRefusedException.class);
    }

    @Test
    void shouldLetNobodyHangWhenThePoolThatMadeTheQueueIsClosed() {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        JobQueue<Object> queue = pool.bindQueue();
        List<CompletableFuture<?>> asked = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            asked.add(queue.submit(i).result());
        }
        pool.start();
        await().until(() -> gate.running.get() == 1);
        pool.close();
        gate.open();
        assertThat(asked.get(0)).succeedsWithin(SOON);
        for (CompletableFuture<?> future : asked.subList(1, 50)) {
            assertThat(future).failsWithin(SOON);
            assertClosed(future, Reason.QUEUE_CLOSED);
        }
    }

    @Test
    void shouldTellWhyAJobWasRefused() {
        JobQueue<Integer> queue = topics.queue("q", Integer.class, o -> o.capacity(1));
        queue.add(1).orThrow();
        JobHandle<?> handle = queue.submit(2);
        assertThat(handle.status()).isEqualTo(JobStatus.CLOSED);
        assertThat(handle.refusal()).contains(AddResult.FULL);
        assertThatThrownBy(handle::orThrow)
                .isInstanceOfSatisfying(
                        JobRefusedException.class, e -> assertThat(e.result()).isEqualTo(AddResult.FULL));
        assertThat(handle.result()).isCompletedExceptionally();
        assertThat(handle.close()).as("it will not run").isTrue();
    }

    @Test
    @DisplayName("is CREATED as long as its job waits for room, and may give the wait up")
    void shouldBeCreatedWhileItWaitsForRoom() throws Exception {
        JobQueue<Integer> queue =
                topics.queue("q", Integer.class, o -> o.capacity(1).maxWaiters(5));
        queue.add(0).orThrow();
        JobHandle<?> first = queue.submitAsync(1);
        JobHandle<?> given = queue.submitAsync(2, o -> o.id("a"));
        JobHandle<?> last = queue.submitAsync(3, o -> o.id("a"));
        assertThat(List.of(first.status(), given.status(), last.status())).containsOnly(JobStatus.CREATED);
        assertThat(given.close()).isTrue();
        assertClosed(given.result(), Reason.HANDLE_CLOSED);

        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, handled::add);
        pool.start().bind(queue);
        first.await(SOON);
        last.await(SOON);
        assertThat(handled).containsExactly(0, 1, 3);
    }

    @Test
    void shouldEndTheWaitForRoomWhenTheQueueIsClosed() {
        JobQueue<Integer> queue =
                topics.queue("q", Integer.class, o -> o.capacity(1).maxWaiters(5));
        queue.add(0).orThrow();
        JobHandle<?> waiting = queue.submitAsync(1);
        CompletableFuture<AddResult> adding = queue.addAsync(2);
        queue.close();
        assertClosed(waiting.result(), Reason.QUEUE_CLOSED);
        assertThat(adding).isCompletedWithValue(AddResult.CLOSED);
    }

    @Test
    void shouldTimeOut() {
        JobHandle<?> handle = blocked().submit(1);
        assertThatThrownBy(() -> handle.await(Duration.ofMillis(1))).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> handle.await(Duration.ZERO)).isInstanceOf(TimeoutException.class);
        gate.open();
    }

    @Test
    @DisplayName("refuses to wait on a worker that should run the job")
    void shouldRefuseToWaitOnItsOwnWorker() {
        List<JobQueue<Integer>> queues = new ArrayList<>();
        ResultPool<Integer, Integer> pool = topics.pool("p").computing(Integer.class, n -> {
            if (n > 0) {
                Object ignored = queues.get(0).submit(0).await(SOON);
            }
            return n;
        });
        queues.add(pool.start().bindQueue());
        assertThat(queues.get(0).submit(1).result())
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(IllegalStateException.class)
                .withMessageContaining("await")
                .withMessageContaining("result()");
    }

    @Test
    @DisplayName("refuses to wait on an event loop")
    void shouldRefuseToWaitOnAnEventLoop() {
        JobHandle<?> handle = blocked().submit(1);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        io.fanlog.topic.Topic<Integer> topic = topic("t");
        topic.subscribe(message -> {
            try {
                handle.await(SOON);
            } catch (Exception e) {
                thrown.complete(e);
            }
        });
        topic.publish(1).orThrow();
        assertThat(thrown).succeedsWithin(SOON).isInstanceOf(IllegalStateException.class);
        gate.open();
    }

    @Test
    void shouldLetOnlyResultPoolsTakeFromAResultQueue() throws Exception {
        ResultPool<Integer, Integer> pool = squares();
        ResultQueue<Integer, Integer> queue = pool.bindQueue();
        JobHandle<Integer> handle = queue.submit(3);
        assertThatThrownBy(() -> topics.pool("plain")
                        .handling(Integer.class, handled::add)
                        .bind(queue))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'squares'");
        assertThat(pool.unbind(queue)).isTrue();
        ResultPool<Number, Integer> other = topics.pool("doubles").computing(Number.class, n -> n.intValue() * 2);
        other.start().bind(queue);
        assertThat(handle.await(SOON)).isEqualTo(6);
    }

    @Test
    @DisplayName("of a job of handles is not mistaken for the job behind it")
    void shouldBeAPayloadLikeAnyOther() throws Exception {
        JobHandle<?> payload = topics.queue("q", Integer.class).submit(1);
        ResultPool<JobHandle<?>, JobStatus> pool = topics.pool("p").computing(JobHandle::status);
        assertThat(pool.start().bindQueue().submit(payload).await(SOON)).isEqualTo(JobStatus.QUEUED);
    }

    @Test
    @DisplayName("costs one small object beside the slot while its job waits, and one for who keeps it")
    void shouldCostLittle() {
        JobQueue<Object> queue = topics.queue("q", Object.class);
        submit(queue, 20_000); // what is loaded and linked at first use is not the jobs'
        long before = allocated();
        submit(queue, 200_000);
        assertThat((allocated() - before) / 200_000.0).isBetween(30.0, 90.0);
    }

    private static void submit(JobQueue<Object> queue, int jobs) {
        for (int i = 0; i < jobs; i++) {
            JobHandle<?> unused = queue.submit("job");
        }
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static void assertClosed(CompletableFuture<?> future, Reason reason) {
        assertThat(future).isCompletedExceptionally();
        assertThatThrownBy(future::join)
                .hasCauseInstanceOf(JobClosedException.class)
                .satisfies(e ->
                        assertThat(((JobClosedException) e.getCause()).reason()).isEqualTo(reason));
    }
}
