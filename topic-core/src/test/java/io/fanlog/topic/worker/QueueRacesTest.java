package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.scenario.Rounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Each accepted job was handled, closed, or still waits: exactly one of the three")
class QueueRacesTest extends PoolFixture {
    private static final int PRODUCERS = 2;
    private static final int MOST_JOBS = Rounds.of(40_000, 1_000_000);

    static Stream<Arguments> kinds() {
        return Stream.of(
                kind("unbounded", o -> o),
                kind("bounded", o -> o.capacity(64)),
                kind("by priority", o -> o.byPriority().capacity(1_000)));
    }

    private static Arguments kind(String name, UnaryOperator<QueueOptions<Integer>> options) {
        return Arguments.of(name, options);
    }

    private final AtomicIntegerArray started = new AtomicIntegerArray(MOST_JOBS);
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger handled = new AtomicInteger();
    private final List<JobHandle<?>> handles = Collections.synchronizedList(new ArrayList<>());
    private final List<Integer> submitted = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger accepted = new AtomicInteger();

    private WorkerPool<Integer> counting(String name, int concurrency) {
        return topics.pool(name).concurrency(concurrency).handling(Integer.class, job -> {
            started.incrementAndGet(job);
            handled.incrementAndGet();
        });
    }

    @ParameterizedTest(name = "{0}: whatever purge, close, resize, pause and unbind do")
    @MethodSource("kinds")
    void shouldConserveJobs(String kind, UnaryOperator<QueueOptions<Integer>> options) throws Exception {
        WorkerPool<Integer> keeping = counting("keeping", 2).start();
        JobQueue<Integer> queue = topics.queue("q", Integer.class, options);
        keeping.bind(queue);
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> producers = new ArrayList<>();
        for (int i = 0; i < PRODUCERS; i++) {
            Thread producer = new Thread(() -> produce(queue, stop));
            producer.start();
            producers.add(producer);
        }
        for (int move = 0; move < Rounds.of(300, 20_000); move++) {
            randomMove(queue, keeping, move);
            assertConserved(keeping.stats());
        }
        stop.set(true);
        for (Thread producer : producers) {
            producer.join();
        }
        keeping.pause();
        assertThat(keeping.waitUntilPaused(SOON)).isTrue();
        assertAccounted(queue, keeping);
        assertStatesAgree(queue);

        keeping.close();
        await().until(() -> queue.stats().handedOut() == handled.get());
        assertThat(queue.size())
                .isEqualTo(accepted.get() - handled.get() - queue.stats().closed());
        queue.close();
        assertThat(queue.size()).isZero();
        assertThat(queue.stats().closed()).isEqualTo(accepted.get() - handled.get());
        for (JobHandle<?> handle : handles) {
            assertThat(handle.result()).as("nobody hangs").isDone();
        }
    }

    private void produce(JobQueue<Integer> queue, AtomicBoolean stop) {
        while (!stop.get()) {
            int number = numbers.getAndIncrement();
            if (number >= MOST_JOBS) {
                Thread.onSpinWait();
                continue;
            }
            switch (number % 4) {
                case 0 -> count(queue.add(number));
                case 1 -> count(queue.add(number, o -> o.id("id" + number % 512)));
                case 2 -> {
                    JobHandle<?> handle = queue.submit(number);
                    if (handle.refusal().isEmpty()) {
                        accepted.incrementAndGet();
                        synchronized (handles) {
                            handles.add(handle);
                            submitted.add(number);
                        }
                    }
                }
                default -> closeOne();
            }
        }
    }

    private void count(AddResult result) {
        if (result.isAccepted()) {
            accepted.incrementAndGet();
        }
    }

    private void closeOne() {
        synchronized (handles) {
            if (!handles.isEmpty()) {
                int last = handles.size() - 1 - ThreadLocalRandom.current().nextInt(Math.min(8, handles.size()));
                boolean unused = handles.get(last).close();
            }
        }
    }

    private void randomMove(JobQueue<Integer> queue, WorkerPool<Integer> keeping, int move) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        switch (random.nextInt(7)) {
            case 0 -> queue.purge();
            case 1 -> keeping.pause();
            case 2 -> keeping.resume();
            case 3 -> keeping.resize(random.nextInt(1, 6));
            case 4 -> {
                if (keeping.unbind(queue)) {
                    spin(random.nextInt(500));
                }
                keeping.bind(queue);
            }
            case 5 -> {
                WorkerPool<Integer> passing = counting("passing" + move, 2).start();
                passing.bind(queue);
                spin(random.nextInt(2_000));
                if (random.nextBoolean()) {
                    passing.close();
                } else {
                    passing.drainAsync(Duration.ofSeconds(5)).join();
                }
            }
            default -> spin(random.nextInt(2_000));
        }
    }

    /** Everything that was accepted was handled, closed, is in the queue, or in the paused pool. */
    private void assertAccounted(JobQueue<Integer> queue, WorkerPool<Integer> keeping) {
        await().until(() -> {
            QueueStats stats = queue.stats();
            return stats.accepted() == accepted.get()
                    && stats.accepted()
                            == handled.get() + stats.closed() + keeping.stats().pending();
        });
        for (int i = 0; i < MOST_JOBS; i++) {
            assertThat(started.get(i)).as("starts of job %s", i).isLessThanOrEqualTo(1);
        }
    }

    private void assertStatesAgree(JobQueue<Integer> queue) {
        Set<Integer> waiting = new HashSet<>(queue.values());
        for (int i = 0; i < handles.size(); i++) {
            int number = submitted.get(i);
            JobStatus status = handles.get(i).status();
            assertThat(status).isIn(JobStatus.FINISHED, JobStatus.CLOSED, JobStatus.QUEUED);
            assertThat(started.get(number))
                    .as("job %s, %s", number, status)
                    .isEqualTo(status == JobStatus.FINISHED ? 1 : 0);
            if (status == JobStatus.CLOSED) {
                assertThat(waiting).doesNotContain(number);
            }
        }
    }

    private static void spin(int turns) {
        for (int i = 0; i < turns; i++) {
            Thread.onSpinWait();
        }
    }
}
