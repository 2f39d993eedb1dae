package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.TopicObserver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A failed job")
class PoolFailuresTest extends PoolFixture {
    private final List<Throwable> heard = Collections.synchronizedList(new ArrayList<>());
    private final List<Throwable> uncaught = Collections.synchronizedList(new ArrayList<>());
    private final ThreadFactory threads = work -> {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((t, error) -> uncaught.add(error));
        return thread;
    };

    @Test
    void shouldBeCountedAndToldAndHarmNoOther() throws Exception {
        Topic<Integer> topic = topic("t");
        WorkerPool<Integer> pool = topics.pool("p")
                .concurrency(3)
                .onError((failing, error) -> heard.add(error))
                .handling(Integer.class, job -> {
                    if (job % 10 == 0) {
                        throw new Exception("job");
                    }
                });
        pool.start();
        pool.subscribeTo(topic);

        publish(topic, 0, 1_000);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().failed()).isEqualTo(100);
        assertThat(pool.stats().succeeded()).isEqualTo(900);
        assertThat(heard).hasSize(100).allMatch(error -> error.getMessage().equals("job"));
    }

    @Test
    void shouldReachTheObserverToo() throws Exception {
        TopicObserver observer = new TopicObserver() {
            @Override
            public void onJobFailed(String pool, Throwable error) {
                heard.add(error);
                throw new IllegalStateException("the observer's own trouble");
            }
        };
        try (Topics observed = Topics.builder().observer(observer).build()) {
            Topic<Integer> topic = observed.topic("t", Integer.class).build();
            WorkerPool<Integer> pool = observed.pool("p").handling(Integer.class, job -> {
                throw new IllegalArgumentException("job");
            });
            pool.start();
            pool.subscribeTo(topic);
            publish(topic, 0, 2);

            assertThat(pool.waitUntilIdle(SOON)).isTrue();
            assertThat(heard).hasSize(2).allMatch(IllegalArgumentException.class::isInstance);
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {IllegalStateException.class, AssertionError.class, StackOverflowError.class, LinkageError.class})
    @DisplayName("is told to the error handler with its pool; whatever that throws does no harm")
    void shouldDoNoHarmWhenTheErrorHandlerThrows(Class<? extends Throwable> thrown) throws Exception {
        List<WorkerPool<?>> failing = Collections.synchronizedList(new ArrayList<>());
        Topic<Integer> topic = topic("t");
        WorkerPool<Integer> pool = topics.pool("p")
                .threadFactory(threads)
                .onError((of, error) -> {
                    failing.add(of);
                    heard.add(error);
                    sneak(thrown);
                })
                .handling(Integer.class, job -> {
                    throw new Exception("job " + job);
                });
        pool.start();
        pool.subscribeTo(topic);

        publish(topic, 0, 2);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().failed()).isEqualTo(2);
        assertThat(failing).containsOnly(pool).hasSize(2);
        assertThat(heard).extracting(Throwable::getMessage).containsExactly("job 0", "job 1");
        assertThat(uncaught).isEmpty();
    }

    private static void sneak(Class<? extends Throwable> thrown) {
        Throwable error;
        try {
            error = thrown.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no such error", e);
        }
        if (error instanceof Error fatal) {
            throw fatal;
        }
        throw (RuntimeException) error;
    }

    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, NoClassDefFoundError.class, ThreadDeath.class})
    void shouldEndItsWorkerWhenTheErrorIsFatalAndAnotherTakesItsPlace(Class<? extends Error> fatal) throws Exception {
        Topic<Integer> topic = topic("t");
        WorkerPool<Integer> pool = topics.pool("p")
                .threadFactory(threads)
                .onError((failing, error) -> heard.add(error))
                .handling(Integer.class, job -> {
                    if (job == 3) {
                        throw fatal.getDeclaredConstructor().newInstance();
                    }
                });
        pool.subscribeTo(topic);
        publish(topic, 0, 100);

        pool.start();

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().failed()).isEqualTo(1);
        assertThat(pool.stats().succeeded()).isEqualTo(99);
        assertThat(heard).hasSize(1).allMatch(fatal::isInstance);
        await().untilAsserted(() -> assertThat(uncaught).hasSize(1).allMatch(fatal::isInstance));
    }

    @Test
    void shouldAnswerWaitingCallersWhenTheLastWorkerDies() throws Exception {
        Topic<Integer> topic = topic("t");
        WorkerPool<Integer> pool = topics.pool("p").threadFactory(threads).handling(Integer.class, job -> {
            throw new OutOfMemoryError("job");
        });
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, 1);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        pool.pause();
        assertThat(pool.waitUntilPaused(SOON)).isTrue();
    }

    @Test
    void shouldNotEndItsWorkerWhenTheStackOverflowed() throws Exception {
        AtomicInteger made = new AtomicInteger();
        Topic<Integer> topic = topic("t");
        WorkerPool<Integer> pool = topics.pool("p")
                .threadFactory(work -> {
                    made.incrementAndGet();
                    return threads.newThread(work);
                })
                .handling(Integer.class, job -> {
                    throw new StackOverflowError();
                });
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, 10);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().failed()).isEqualTo(10);
        assertThat(made).hasValue(1);
        assertThat(uncaught).isEmpty();
    }

    @Test
    void shouldLeaveNoInterruptForTheNextJob() throws Exception {
        AtomicInteger interrupted = new AtomicInteger();
        Topic<Integer> topic = topic("t");
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, job -> {
            if (Thread.currentThread().isInterrupted()) {
                interrupted.incrementAndGet();
            }
            Thread.currentThread().interrupt();
            if (job % 2 == 0) {
                throw new InterruptedException();
            }
        });
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, 10);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(interrupted).hasValue(0);
        assertThat(pool.stats().failed()).isEqualTo(5);
    }

    @Test
    @DisplayName("is what a message becomes whose filter throws")
    void shouldStandForAMessageThatCouldNotBeTaken() throws Exception {
        List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
        Topic<Integer> topic = topic("t");
        WorkerPool<Integer> pool =
                topics.pool("p").onError((failing, error) -> heard.add(error)).handling(Integer.class, handled::add);
        pool.start();
        pool.subscribeTo(
                topic,
                o -> o.filter(job -> {
                    if (job == 2) {
                        throw new IllegalStateException("filter");
                    }
                    return job != 3;
                }));

        publish(topic, 0, 6);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).containsExactly(0, 1, 4, 5);
        assertThat(heard).hasSize(1);
        assertThat(pool.stats().submitted()).isEqualTo(5);
        assertThat(pool.stats().failed()).isEqualTo(1);
    }
}
