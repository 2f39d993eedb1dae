package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.Job;
import io.fanlog.topic.worker.JobClosedException;
import io.fanlog.topic.worker.JobGroup;
import io.fanlog.topic.worker.JobHandle;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.JobRefusedException;
import io.fanlog.topic.worker.ResultPool;
import io.fanlog.topic.worker.ResultQueue;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

@DisplayName("Jobs as Mono and Flux")
class JobResultsTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Topics topics = Topics.builder().drainTimeout(Duration.ZERO).build();
    private final ResultPool<Integer, Integer> pool = topics.pool("squares").computing(Integer.class, n -> {
        if (n < 0) {
            throw new IOException("negative");
        }
        return n * n;
    });
    private final ResultQueue<Integer, Integer> queue = pool.bindQueue();

    @AfterEach
    void closeTopics() {
        topics.close();
    }

    @Test
    @DisplayName("a result comes when the job has ended, and again for each subscriber")
    void shouldGiveTheResultToEachSubscriber() {
        JobHandle<Integer> handle = queue.submit(7);
        StepVerifier.create(ReactorTopics.result(handle))
                .then(pool::start)
                .expectNext(49)
                .expectComplete()
                .verify(SOON);
        StepVerifier.create(ReactorTopics.result(handle)).expectNext(49).verifyComplete();
    }

    @Test
    void shouldSignalWhatTheHandlerThrew() {
        pool.start();
        StepVerifier.create(ReactorTopics.result(queue.submit(-1)))
                .expectError(IOException.class)
                .verify(SOON);
    }

    @Test
    void shouldSignalThatTheJobWasClosedOrRefused() {
        JobHandle<Integer> handle = queue.submit(1);
        StepVerifier.create(ReactorTopics.result(handle))
                .then(() -> assertThat(handle.close()).isTrue())
                .expectError(JobClosedException.class)
                .verify(SOON);
        queue.close();
        StepVerifier.create(ReactorTopics.result(queue.submit(1)))
                .expectError(JobRefusedException.class)
                .verify(SOON);
    }

    @Test
    @DisplayName("to cancel a Mono does nothing to the job")
    void shouldLeaveTheJobAloneWhenCancelled() {
        JobHandle<Integer> handle = queue.submit(3);
        StepVerifier.create(ReactorTopics.result(handle)).thenCancel().verify(SOON);
        pool.start();
        StepVerifier.create(ReactorTopics.result(handle))
                .expectNext(9)
                .expectComplete()
                .verify(SOON);
    }

    @Test
    @DisplayName("a plain pool's result is an empty Mono")
    void shouldBeEmptyWhereThereIsNoResult() {
        JobQueue<Integer> plain =
                topics.pool("plain").handling(Integer.class, n -> {}).start().bindQueue();
        StepVerifier.create(ReactorTopics.result(plain.submit(1)))
                .expectComplete()
                .verify(SOON);
        StepVerifier.create(ReactorTopics.results(plain.addAll(List.of(Job.of(1), Job.of(2)))))
                .expectComplete()
                .verify(SOON);
    }

    @Test
    @DisplayName("a group's results come in the order the jobs end, as requested")
    void shouldGiveTheResultsOfAGroup() {
        JobGroup<Integer> group =
                queue.addAll(IntStream.range(0, 1_000).mapToObj(Job::of).toList());
        StepVerifier.create(ReactorTopics.results(group), 0)
                .then(pool::start)
                .thenRequest(2)
                .expectNext(0, 1)
                .thenRequest(Long.MAX_VALUE)
                .expectNextCount(998)
                .expectComplete()
                .verify(SOON);
    }

    @Test
    @DisplayName("a group's first error comes after the others' results")
    void shouldEndAGroupWithItsFirstError() {
        JobGroup<Integer> group = queue.addAll(List.of(Job.of(1), Job.of(-1), Job.of(2)));
        pool.start();
        StepVerifier.create(ReactorTopics.results(group))
                .expectNext(1, 4)
                .expectError(IOException.class)
                .verify(SOON);
    }

    @Test
    void shouldCompleteAtOnceWhenNothingWasAccepted() {
        StepVerifier.create(ReactorTopics.results(queue.addAll(List.of()))).verifyComplete();
    }

    @Test
    void shouldAddWhenThereIsRoom() {
        JobQueue<Integer> bounded = topics.queue("q", Integer.class, o -> o.capacity(1));
        StepVerifier.create(ReactorTopics.add(bounded, 1))
                .expectNext(AddResult.ACCEPTED)
                .verifyComplete();
        StepVerifier.create(ReactorTopics.add(bounded, 2))
                .then(() -> assertThat(bounded.purge()).isEqualTo(1))
                .expectNext(AddResult.ACCEPTED)
                .expectComplete()
                .verify(SOON);
    }
}
