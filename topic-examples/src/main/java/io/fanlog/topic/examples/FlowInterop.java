package io.fanlog.topic.examples;

import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.ReactorTopics;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.reactivestreams.FlowAdapters;

/** A topic between the JDK's own publisher and a subscriber of one's own: java.util.concurrent.Flow on both sides. */
public final class FlowInterop {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        try (Topics topics = Topics.create()) {
            Topic<Integer> numbers = topics.topic("numbers", Integer.class).build();

            numbers.subscribe(new OneByOne(ended), o -> o.label("one by one"));

            try (SubmissionPublisher<Integer> source = new SubmissionPublisher<>()) {
                source.subscribe(FlowAdapters.toFlowSubscriber(ReactorTopics.subscriber(numbers, o -> o.endTopic())));
                for (int n = 1; n <= 5; n++) {
                    source.submit(n); // waits when the topic has no room and the publisher's own buffer is full
                }
            }
            ended.await();
        }
    }

    /** Asks for one message at a time. */
    private static final class OneByOne implements Flow.Subscriber<Integer> {
        private final CountDownLatch ended;

        @SuppressWarnings("NullAway.Init") // onSubscribe comes first
        private Flow.Subscription subscription;

        OneByOne(CountDownLatch ended) {
            this.ended = ended;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            subscription.request(1);
        }

        @Override
        public void onNext(Integer number) {
            System.out.println("square " + number * number);
            subscription.request(1);
        }

        @Override
        public void onError(Throwable cause) {
            System.out.println("failed: " + cause);
            ended.countDown();
        }

        @Override
        public void onComplete() {
            System.out.println("complete");
            ended.countDown();
        }
    }
}
