package io.fanlog.topic.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.QueueOptions;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Where jobs wait")
class JobStoreTest {
    private static final int PRODUCERS = 3;

    static Stream<Arguments> stores() {
        return Stream.of(
                Arguments.of("first in, first out", (Object) false), Arguments.of("by priority", (Object) true));
    }

    private static JobStore store(boolean byPriority, UnaryOperator<QueueOptions<Object>> options) {
        QueueOptions<Object> chosen = options.apply(QueueOptions.defaults());
        return byPriority ? new PriorityStore(chosen) : new FifoStore(chosen);
    }

    private static JobStore fifo(UnaryOperator<QueueOptions<Object>> options) {
        return store(false, options);
    }

    @Test
    @DisplayName("begins with 1,024 slots, each next chunk half as large again, up to the maximum")
    void shouldGrowByHalf() {
        FifoStore store = (FifoStore) fifo(o -> o.maxChunk(4_000));
        for (int i = 0; i < 20_000; i++) {
            store.add(i, 0);
        }
        List<Integer> sizes = new ArrayList<>();
        for (Chunk chunk = store.headChunk(); chunk != null; chunk = chunk.nextAcquire()) {
            sizes.add(chunk.slots.length);
        }
        assertThat(sizes).startsWith(1_024, 1_536, 2_304, 3_456, 4_000, 4_000).endsWith(4_000);
    }

    @Test
    @DisplayName("begins small again once it has been drained")
    void shouldBeginSmallAgain() {
        FifoStore store = (FifoStore) fifo(o -> o);
        for (int i = 0; i < 100_000; i++) {
            store.add(i, 0);
        }
        while (store.poll() != null) {}
        for (int i = 0; i < 100_000; i++) {
            store.add(i, 0);
            assertThat(store.poll()).isEqualTo(i);
        }
        assertThat(store.headChunk().slots).hasSize(1_024);
    }

    @ParameterizedTest(name = "{0}: clears a taken slot at once")
    @MethodSource("stores")
    void shouldClearATakenSlotAtOnce(String kind, boolean byPriority) {
        JobStore store = store(byPriority, o -> o);
        WeakReference<@Nullable Object> reference = new WeakReference<>(addNew(store));
        store.add("next", 0);
        assertThat(store.poll()).isNotNull();
        await().until(() -> {
            System.gc();
            return reference.get() == null;
        });
        assertThat(store.poll()).isEqualTo("next");
        assertThat(store.poll()).isNull();
    }

    private static Object addNew(JobStore store) {
        Object job = new Object();
        store.add(job, 0);
        return job;
    }

    @Test
    @DisplayName("lets no passed chunk keep those behind it alive")
    void shouldUnlinkPassedChunks() {
        FifoStore store = (FifoStore) fifo(o -> o);
        Chunk first = store.headChunk();
        for (int i = 0; i < 3_000; i++) {
            store.add(i, 0);
        }
        for (int i = 0; i < 3_000; i++) {
            assertThat(store.poll()).isEqualTo(i);
        }
        assertThat(first.nextAcquire()).isSameAs(Chunk.DEAD);
        assertThat(Arrays.stream(first.slots)).containsOnlyNulls();
        assertThat(store.add("more", 0)).isEqualTo(AddResult.ACCEPTED);
        assertThat(store.poll()).isEqualTo("more");
    }

    @ParameterizedTest(name = "{0}: takes in nothing beyond its limit, or after its end")
    @MethodSource("stores")
    void shouldRefuse(String kind, boolean byPriority) {
        JobStore store = store(byPriority, o -> o.capacity(2));
        assertThat(store.add(1, 0)).isEqualTo(AddResult.ACCEPTED);
        assertThat(store.add(2, 0)).isEqualTo(AddResult.ACCEPTED);
        assertThat(store.add(3, 0)).isEqualTo(AddResult.FULL);
        assertThat(store.add(3, 0, true)).isEqualTo(AddResult.ACCEPTED);
        store.limit(4);
        assertThat(store.add(4, 0)).isEqualTo(AddResult.ACCEPTED);
        store.end();
        store.end();
        assertThat(store.isEnded()).isTrue();
        assertThat(store.add(5, 0)).isEqualTo(AddResult.CLOSED);
        assertThat(store.add(5, 0, true)).isEqualTo(AddResult.CLOSED);
        assertThat(store.added()).isEqualTo(4);
        List<Object> seen = new ArrayList<>();
        store.visit(seen::add);
        assertThat(seen).containsExactly(1, 2, 3, 4);
    }

    @Test
    @DisplayName("hands out the lowest number first, however many numbers there are")
    void shouldHandOutByPriority() {
        JobStore store = store(true, o -> o);
        int jobs = 10_000;
        for (int i = 0; i < jobs; i++) {
            store.add(i, (int) (i * 7_919L % 1_000));
        }
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            expected.add(i);
        }
        expected.sort((a, b) -> Long.compare(a * 7_919L % 1_000, b * 7_919L % 1_000)); // stable: by age within one
        List<Object> seen = new ArrayList<>();
        store.visit(seen::add);
        List<Object> taken = new ArrayList<>();
        for (Object job = store.poll(); job != null; job = store.poll()) {
            taken.add(job);
        }
        assertThat(taken).isEqualTo(expected);
        assertThat(seen).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: every job is handed out once, each producer''s in order")
    @MethodSource("stores")
    void shouldLoseNothingAmongManyProducers(String kind, boolean byPriority) throws Exception {
        JobStore store = store(byPriority, o -> o.maxChunk(2_000));
        int each = 200_000;
        Thread[] threads = new Thread[PRODUCERS];
        for (int p = 0; p < PRODUCERS; p++) {
            int producer = p;
            threads[p] = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    if (store.add(new int[] {producer, i}, 0) != AddResult.ACCEPTED) {
                        throw new AssertionError("refused");
                    }
                }
            });
            threads[p].start();
        }
        int[] next = new int[PRODUCERS];
        for (int taken = 0; taken < PRODUCERS * each; ) {
            int[] job = (int[]) store.poll();
            if (job == null) {
                Thread.onSpinWait();
                continue;
            }
            assertThat(job[1]).isEqualTo(next[job[0]]++);
            taken++;
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(store.poll()).isNull();
        assertThat(store.added()).isEqualTo((long) PRODUCERS * each);
    }

    @ParameterizedTest(name = "{0}: a waiting job costs about a reference")
    @MethodSource("stores")
    void shouldCostAReferencePerJob(String kind, boolean byPriority) {
        int jobs = 1_000_000;
        JobStore store = store(byPriority, o -> o);
        fill(store, 20_000); // what is loaded and linked at first use is not the jobs'
        long before = allocated();
        fill(store, jobs);
        double each = (allocated() - before) / (double) jobs;
        assertThat(each).isBetween(3.0, 8.8); // 4 or 8 bytes, and the rest of the last chunk
    }

    private static void fill(JobStore store, int jobs) {
        for (int i = 0; i < jobs; i++) {
            if (store.add("job", 0) != AddResult.ACCEPTED) {
                throw new AssertionError("refused at " + i);
            }
        }
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
