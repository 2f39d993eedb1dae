package io.fanlog.topic.examples;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;

/** A topic between two Flowables: RxJava takes any Publisher, and a publish that waits is a CompletionStage. */
public final class RxJavaInterop {
    public static void main(String[] args) {
        try (Topics topics = Topics.create()) {
            Topic<Integer> numbers = topics.topic("numbers", Integer.class).build();

            Flowable<Integer> out = Flowable.fromPublisher(numbers.publisher(o -> o.label("rx")));
            var squares = out.map(n -> n * n).toList().toCompletionStage().toCompletableFuture();

            Flowable.range(1, 5)
                    .concatMapSingle(n -> Single.fromCompletionStage(numbers.publishAsync(n))) // waits for room
                    .blockingForEach(PublishResult::orThrow);
            numbers.complete();

            System.out.println("squares " + squares.join());
        }
    }
}
