package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A queue of functions")
class FunctionJobsTest extends PoolFixture {
    private final List<String> done = new CopyOnWriteArrayList<>();

    @Test
    @DisplayName("runs runnables")
    void shouldRunRunnables() throws Exception {
        JobQueue<Runnable> tasks =
                topics.pool("p").handling(JobHandler.running()).start().bindQueue();

        tasks.submit(() -> done.add("ran")).orThrow().await(SOON);

        assertThat(done).containsExactly("ran");
    }

    @Test
    @DisplayName("runs runnables that throw: the job fails with what was thrown")
    void shouldRunThrowingRunnables() {
        JobQueue<ThrowingRunnable> tasks =
                topics.pool("p").handling(JobHandler.runningThrowing()).start().bindQueue();

        JobHandle<?> failing = tasks.submit(() -> {
            throw new IOException("no disk");
        });

        assertThatThrownBy(() -> failing.await(SOON))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessage("no disk");
    }

    @Test
    @DisplayName("calls callables and gives their results")
    void shouldCallCallables() throws Exception {
        ResultQueue<Callable<Integer>, Integer> tasks = topics.pool("p")
                .computing(JobFunction.<Integer>calling())
                .start()
                .bindQueue();

        assertThat(tasks.submit(() -> 6 * 7).await(SOON)).isEqualTo(42);
    }

    @Test
    @DisplayName("refuses null, and nothing was added")
    void shouldRefuseNull() {
        JobQueue<Runnable> tasks =
                topics.pool("p").handling(JobHandler.running()).bindQueue();

        assertThatNullPointerException().isThrownBy(() -> tasks.add(nothing()));
        assertThatNullPointerException()
                .isThrownBy(() -> tasks.submit(nothing()).orThrow());
        assertThat(tasks.size()).isZero();
    }

    @SuppressWarnings("NullAway") // what callers without a checker do
    private static Runnable nothing() {
        return null;
    }

    @Test
    @DisplayName("goes on after one that threw")
    void shouldGoOnAfterOneThatThrew() {
        JobQueue<Runnable> tasks =
                topics.pool("p").handling(JobHandler.running()).start().bindQueue();
        tasks.add(() -> {
                    throw new IllegalStateException("on purpose");
                })
                .orThrow();
        tasks.add(() -> done.add("next")).orThrow();

        await().atMost(SOON).untilAsserted(() -> assertThat(done).containsExactly("next"));
    }
}
