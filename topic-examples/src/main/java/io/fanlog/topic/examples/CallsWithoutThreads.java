package io.fanlog.topic.examples;

import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.ReactivePool;
import io.fanlog.topic.reactor.ReactorTopics;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/** A pool whose jobs are calls that are answered later: many at once, no thread for any, their answers as a Flux. */
public final class CallsWithoutThreads {
    private static final int CALLS = 1_000;

    public static void main(String[] args) throws InterruptedException {
        Calls calls = new Calls();
        AtomicInteger inOrder = new AtomicInteger();
        try (Topics topics = Topics.create()) {
            Topic<Integer> numbers = topics.topic("numbers", Integer.class).build();
            ReactivePool<Integer, Integer> squares = ReactorTopics.pool(
                            topics.pool("squares").concurrency(100).jobTimeout(Duration.ofSeconds(10)))
                    .ordered()
                    .flatMapping(calls::square);
            squares.results().subscribe(square -> {
                int n = inOrder.get() + 1;
                if (square == n * n) {
                    inOrder.set(n);
                }
            });
            squares.start().pool().subscribeTo(numbers);
            IntStream.rangeClosed(1, CALLS).forEach(n -> numbers.publish(n).orThrow());

            System.out.println(
                    "complete: " + squares.pool().drain(Duration.ofSeconds(20)).isComplete());
        }
        System.out.println("most calls underway: " + calls.mostUnderway);
        System.out.println("answers in order: " + inOrder);
    }

    /** In the place of a WebClient: answers after 20 ms. */
    private static final class Calls {
        private final AtomicInteger underway = new AtomicInteger();
        private final AtomicInteger mostUnderway = new AtomicInteger();

        Mono<Integer> square(Integer n) {
            return Mono.delay(Duration.ofMillis(20))
                    .map(tick -> n * n)
                    .doOnSubscribe(begun -> mostUnderway.accumulateAndGet(underway.incrementAndGet(), Math::max))
                    .doOnTerminate(underway::decrementAndGet);
        }
    }
}
