package io.fanlog.topic.examples;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/** A topic between two Multis: Mutiny takes any Flow.Publisher, and a publish that waits is a CompletionStage. */
public final class MutinyInterop {
    public static void main(String[] args) {
        try (Topics topics = Topics.create()) {
            Topic<Integer> numbers = topics.topic("numbers", Integer.class).build();

            Multi<Integer> out = Multi.createFrom().publisher(numbers.flowPublisher(o -> o.label("mutiny")));
            var squares = out.map(n -> n * n).collect().asList().subscribeAsCompletionStage();

            Multi.createFrom()
                    .range(1, 6)
                    .onItem()
                    .transformToUniAndConcatenate(
                            n -> Uni.createFrom().completionStage(() -> numbers.publishAsync(n))) // waits for room
                    .invoke(PublishResult::orThrow)
                    .collect()
                    .last()
                    .await()
                    .indefinitely();
            numbers.complete();

            System.out.println("squares " + squares.join());
        }
    }
}
