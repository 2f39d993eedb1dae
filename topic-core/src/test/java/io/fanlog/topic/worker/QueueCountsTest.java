package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The counting table of docs/design/queues.md: forty jobs, one worker, and where each job is counted in every state. */
@DisplayName("What counts")
class QueueCountsTest extends PoolFixture {
    private static final int JOBS = 40;
    private static final int CAPACITY = 50;
    private static final int BATCH = 32;

    private final Semaphore mayEnd = new Semaphore(0);
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger handled = new AtomicInteger();
    private final List<JobHandle<?>> handles = new ArrayList<>();
    private final WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, job -> {
        running.incrementAndGet();
        mayEnd.acquire();
        running.decrementAndGet();
        handled.incrementAndGet();
    });
    private final JobQueue<Integer> own = pool.bindQueue(o -> o.capacity(CAPACITY));

    /** Figures: in the queue, pending, in flight, closed. */
    static Stream<Arguments> states() {
        return Stream.of(
                row("not started", t -> {}, 40, 40, 0, 0),
                row("running: 1 job runs, 31 in its worker's batch", t -> t.run(), 8, 39, 1, 0),
                row("pausing", t -> t.run().pool.pause(), 8, 39, 1, 0),
                row("paused: 31 parked", t -> t.pause(), 8, 39, 0, 0),
                row("resumed: the 31 run first", t -> t.pause().resume(), 8, 38, 1, 0),
                row("stopping", t -> t.run().pool.stop(), 8, 39, 1, 0),
                row("stopped: 31 parked", t -> t.stop(), 8, 39, 0, 0),
                row("restarted: the 31 run first", t -> t.stop().restart(), 8, 38, 1, 0),
                row("draining", t -> t.run().drain(), 8, 39, 1, 0),
                row("a job in the queue closed: its place counts", t -> t.run().close(39), 8, 39, 1, 0),
                row("a job in the batch closed: its place counts", t -> t.run().close(5), 8, 39, 1, 0),
                row("a closed job reached", t -> t.run().close(1).endOne(), 8, 37, 1, 1),
                row("a closed job closed too late", t -> t.run().tooLate(0), 8, 39, 1, 0),
                row("purged before it ran", t -> t.purge(40), 0, 0, 0, 40),
                row("purged while running", t -> t.run().purge(39), 0, 0, 1, 39),
                row("purged while pausing", t -> t.pausing().purge(39), 0, 0, 1, 39),
                row("purged while paused", t -> t.pause().purge(39), 0, 0, 0, 39),
                row("purged while stopped", t -> t.stop().purge(39), 0, 0, 0, 39),
                row("unbound before it ran", t -> t.unbind(), 40, 0, 0, 0),
                row("unbound while running: the batch is back", t -> t.run().unbind(), 39, 0, 1, 0),
                row(
                        "unbound while paused: the parked ones are back",
                        t -> t.pause().unbind(),
                        39,
                        0,
                        0,
                        0),
                row("the queue closed", t -> t.run().own.close(), 0, 0, 1, 39),
                row("the pool closed, and its queue with it", t -> t.run().closePool(), 0, 0, 1, 39));
    }

    private static Arguments row(
            String state, Consumer<QueueCountsTest> getThere, long size, long pending, int inFlight, long closed) {
        return Arguments.of(state, getThere, size, pending, inFlight, closed);
    }

    @ParameterizedTest(name = "{0}: {2} in the queue, {3} pending, {4} in flight, {5} closed")
    @MethodSource("states")
    void shouldCountAsTheTableSays(
            String state, Consumer<QueueCountsTest> getThere, long size, long pending, int inFlight, long closed) {
        for (int i = 0; i < JOBS; i++) {
            handles.add(own.submit(i).orThrow());
        }
        getThere.accept(this);

        await(state)
                .until(() -> pool.stats().pending() == pending && own.stats().closed() == closed);
        PoolStats stats = pool.stats();
        assertThat(own.size()).as("size").isEqualTo(size);
        assertThat(stats.inFlight()).as("in flight").isEqualTo(inFlight);
        assertConserved(stats);
        QueueStats queue = own.stats();
        assertThat(queue.accepted()).isEqualTo(queue.size() + queue.handedOut() + queue.closed());
        assertThat(queue.handedOut())
                .as("handled, running, in a batch or parked")
                .isEqualTo(handled.get() + inFlight + (pending == 0 ? 0 : pending - size));
        if (!own.isClosed()) {
            fill(size);
        }
    }

    private void fill(long size) {
        for (long i = size; i < CAPACITY; i++) {
            assertThat(own.add(0)).as("only what is in the queue counts").isEqualTo(AddResult.ACCEPTED);
        }
        assertThat(own.isFull()).isTrue();
        assertThat(own.add(0)).isEqualTo(AddResult.FULL);
    }

    // How to get there.

    private QueueCountsTest run() {
        pool.start();
        await().until(() -> running.get() == 1);
        assertThat(own.size()).isEqualTo(JOBS - BATCH);
        return this;
    }

    private QueueCountsTest endOne() {
        mayEnd.release();
        await().until(() -> handled.get() == 1);
        return this;
    }

    private QueueCountsTest pausing() {
        run();
        pool.pause();
        return this;
    }

    private QueueCountsTest pause() {
        pausing().endOne();
        await().until(() -> pool.status() == PoolStatus.PAUSED);
        return this;
    }

    private QueueCountsTest resume() {
        pool.resume();
        await().until(() -> running.get() == 1);
        return this;
    }

    private QueueCountsTest stop() {
        run();
        pool.stop();
        endOne();
        await().until(() -> pool.status() == PoolStatus.STOPPED);
        return this;
    }

    private QueueCountsTest restart() {
        pool.restart();
        await().until(() -> running.get() == 1);
        return this;
    }

    private QueueCountsTest drain() {
        var unused = pool.drainAsync(SOON);
        assertThat(own.add(0)).isEqualTo(AddResult.CLOSED);
        return this;
    }

    private QueueCountsTest close(int job) {
        assertThat(handles.get(job).close()).isTrue();
        return this;
    }

    private QueueCountsTest tooLate(int job) {
        assertThat(handles.get(job).close()).isFalse();
        return this;
    }

    private QueueCountsTest purge(long expected) {
        assertThat(own.purge()).isEqualTo(expected);
        return this;
    }

    private QueueCountsTest unbind() {
        assertThat(pool.unbind(own)).isTrue();
        return this;
    }

    private QueueCountsTest closePool() {
        pool.close();
        return this;
    }
}
