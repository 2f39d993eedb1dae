package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A group of jobs")
class JobGroupTest extends PoolFixture {
    private ResultPool<Integer, Integer> squares(int concurrency) {
        return topics.pool("squares").concurrency(concurrency).computing(Integer.class, n -> {
            if (n < 0) {
                throw new IOException("negative");
            }
            return n * n;
        });
    }

    private static List<Job<Integer>> jobs(int from, int to) {
        return IntStream.range(from, to).mapToObj(Job::of).toList();
    }

    @Test
    void shouldTellHowManyWereRefusedAndWhy() throws Exception {
        ResultPool<Integer, Integer> pool = squares(1);
        ResultQueue<Integer, Integer> queue = pool.bindQueue(o -> o.capacity(3).byPriority());
        JobGroup<Integer> group = queue.addAll(List.of(
                Job.of(1, o -> o.id("a").priority(9)),
                Job.of(2, o -> o.id("a")),
                Job.of(3, o -> o.priority(1)),
                Job.of(4, o -> o.priority(2)),
                Job.of(5)));

        assertThat(group.total()).isEqualTo(5);
        assertThat(group.accepted()).isEqualTo(3);
        assertThat(group.refused()).isEqualTo(2);
        assertThat(group.refusals()).isEqualTo(Map.of(AddResult.DUPLICATE, 1, AddResult.FULL, 1));
        assertThat(group.handles())
                .extracting(handle -> handle.refusal().isEmpty())
                .containsExactly(true, false, true, true, false);
        assertThat(group.isDone()).isFalse();
        pool.start();
        try (Stream<Integer> results = group.results(SOON)) {
            assertThat(results).containsExactly(9, 16, 1);
        }
        assertThat(group.await(SOON)).isTrue();
        assertThat(group.done()).isEqualTo(3);
        assertThat(group.firstError()).isEmpty();
    }

    @Test
    void shouldGiveAllResultsInTheOrderTheyCome() throws Exception {
        ResultQueue<Integer, Integer> queue = squares(4).start().bindQueue();
        JobGroup<Integer> group = queue.addAll(jobs(0, 10_000));
        List<Integer> shown = Collections.synchronizedList(new ArrayList<>());
        group.forEachEnded(handle -> shown.add(handle.result().join()));

        assertThat(group.results(SOON)).hasSize(10_000).doesNotHaveDuplicates();
        assertThat(group.await(SOON)).isTrue();
        await().until(() -> shown.size() == 10_000);
        List<Integer> again = group.results(SOON).toList();
        assertThat(again).isEqualTo(shown);
    }

    @Test
    void shouldEndWithTheFirstError() throws Exception {
        ResultQueue<Integer, Integer> queue = squares(1).start().bindQueue();
        JobGroup<Integer> group = queue.addAll(List.of(Job.of(1), Job.of(-1), Job.of(2)));
        List<Integer> results = new ArrayList<>();
        assertThatThrownBy(() -> group.results(SOON).forEach(results::add))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThat(results).containsExactly(1, 4);
        assertThat(group.firstError()).containsInstanceOf(IOException.class);
    }

    @Test
    void shouldCloseWhatHasNotStarted() throws Exception {
        Gate gate = new Gate();
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        JobGroup<?> group = pool.start().bindQueue().addAll(List.of(Job.of("a"), Job.of("b"), Job.of("c")));
        await().until(() -> gate.running.get() == 1);
        assertThat(group.close()).isEqualTo(2);
        assertThat(group.done()).isEqualTo(2);
        assertThat(group.firstError()).containsInstanceOf(JobClosedException.class);
        gate.open();
        assertThat(group.await(SOON)).isTrue();
        assertThat(gate.done).hasValue(1);
    }

    @Test
    void shouldBeDoneAtOnceWhenNothingWasAccepted() throws Exception {
        JobQueue<Integer> queue = topics.queue("q", Integer.class);
        assertThat(queue.addAll(List.of()).await(Duration.ZERO)).isTrue();
        queue.close();
        JobGroup<?> group = queue.addAll(jobs(0, 2));
        assertThat(group.isDone()).isTrue();
        assertThat(group.refusals()).isEqualTo(Map.of(AddResult.CLOSED, 2));
        assertThat(group.whenDone()).isCompleted();
    }

    @Test
    void shouldTimeOut() throws Exception {
        JobGroup<?> group = topics.queue("q", Integer.class).addAll(jobs(0, 2));
        assertThat(group.await(Duration.ofMillis(1))).isFalse();
        assertThatThrownBy(() -> group.results(Duration.ofMillis(1)).toList())
                .hasCauseInstanceOf(TimeoutException.class)
                .hasMessageContaining("0 of 2");
    }

    @Test
    void shouldAddNothingWhenOneIsBad() {
        JobQueue<Integer> queue = topics.queue("q", Integer.class);
        assertThatThrownBy(() -> queue.addAll(Arrays.asList(Job.of(1), null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("job 1");
        assertThatThrownBy(() -> queue.addAll(List.of(Job.of(1), Job.of(2, o -> o.priority(4)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4");
        assertThat(queue.isEmpty()).isTrue();
    }
}
