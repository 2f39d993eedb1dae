package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.concurrent.SubmissionPublisher;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

@DisplayName("When the dispatcher was closed before its topics")
class ClosedDispatcherTest {
    private final Dispatcher dispatcher = Dispatcher.create();
    private final Topics topics =
            Topics.builder().dispatcher(dispatcher).drainTimeout(Duration.ZERO).build();
    private final Topic<Integer> topic = topics.topic("t", Integer.class).build();
    private final WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, job -> {});

    @AfterEach
    void closeTopics() {
        topics.close();
    }

    @Test
    @DisplayName("whoever subscribes is told at once, since nobody would ever serve him")
    void shouldRefuseEverySubscription() {
        dispatcher.close();

        refused(() -> topic.subscribe(message -> {}), "'t'");
        refused(() -> topic.subscribe(message -> {}, o -> o.resumable("r")), "'t'");
        refused(() -> topic.subscribeMessages(message -> {}, o -> o), "'t'");
        refused(() -> topic.subscribe(new Hearing(), o -> o), "'t'");
        refused(() -> pool.subscribeTo(topic), "'p'");
        try (SubmissionPublisher<Integer> feed = new SubmissionPublisher<>()) {
            refused(() -> pool.subscribeTo(feed), "'p'");
        }
        refused(() -> topics.pool("q").handling(Integer.class, job -> {}), "'q'");
        refused(() -> topics.topic("u", Integer.class).build(), "'u'");
        assertThat(topic.subscriptions()).isEmpty();
        assertThat(topics.pools()).hasSize(1);
    }

    @Test
    void shouldTellASubscriberOfAPublisherByOnError() {
        dispatcher.close();
        Hearing hearing = new Hearing();
        topic.publisher(o -> o).subscribe(hearing);
        assertThat(hearing.error)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("dispatcher is closed");
    }

    private static void refused(ThrowingCallable subscribing, String name) {
        assertThatIllegalStateException()
                .isThrownBy(subscribing)
                .withMessageContaining("dispatcher is closed")
                .withMessageContaining(name);
    }

    private static final class Hearing implements Subscriber<Integer> {
        private Throwable error;

        @Override
        public void onSubscribe(Subscription subscription) {}

        @Override
        public void onNext(Integer payload) {}

        @Override
        public void onError(Throwable cause) {
            error = cause;
        }

        @Override
        public void onComplete() {}
    }
}
