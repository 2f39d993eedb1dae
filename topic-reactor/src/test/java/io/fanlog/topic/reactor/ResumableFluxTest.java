package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Where a resumable Flux goes on. */
class ResumableFluxTest extends TopicTest {

    @ParameterizedTest
    @EnumSource(names = "QUEUED_BY_PUBLISH_ON", mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("after a cancel the next subscriber of the name goes on behind the last message that was taken")
    void goesOnAfterACancel(Delivery delivery) {
        Topic<Integer> topic = numbers().build();
        Flux<Integer> flux = delivery.of(ReactorTopics.flux(topic, o -> o.resumable("archive")));
        StepVerifier.create(flux.take(3))
                .then(() -> publish(topic, 10))
                .expectNext(0, 1, 2)
                .expectComplete()
                .verify(DEADLINE);
        assertThat(only(topic).state()).isEqualTo(SubscriptionState.DETACHED);
        assertThat(only(topic).lag()).isEqualTo(7);
        topic.complete();
        StepVerifier.create(flux)
                .expectNextSequence(range(3, 10))
                .expectComplete()
                .verify(DEADLINE);
        awaitNoSubscription(topic);
    }

    @Test
    @DisplayName("the message whose onNext did not return is offered again")
    void offersAgainWhatWasNotTaken() {
        Topic<Integer> topic = numbers().build();
        Flux<Integer> flux = ReactorTopics.flux(topic, o -> o.resumable("archive"));
        Recorder<Integer> throwing = new Recorder<>() {
            @Override
            public void onNext(Integer payload) {
                if (payload == 2) {
                    throw new IllegalStateException("thrown on purpose");
                }
                super.onNext(payload);
            }
        };
        flux.subscribe(throwing);
        throwing.upstream().request(Long.MAX_VALUE);
        publish(topic, 4);
        eventually().until(() -> only(topic).state() == SubscriptionState.DETACHED);
        assertThat(throwing.received()).containsExactly(0, 1);
        TopicSubscription before = only(topic);
        StepVerifier.create(flux).expectNext(2, 3).thenCancel().verify(DEADLINE);
        assertThat(before.state()).isEqualTo(SubscriptionState.CANCELLED);
    }

    @Test
    @DisplayName("retry goes on with the message that made the filter throw")
    void retryGoesOnWhereTheFilterThrew() {
        Topic<Integer> topic = numbers().build();
        AtomicBoolean broken = new AtomicBoolean(true);
        Flux<Integer> flux = ReactorTopics.flux(
                topic,
                o -> o.resumable("archive").filter(n -> {
                    if (n == 2 && broken.getAndSet(false)) {
                        throw new IllegalStateException("thrown on purpose");
                    }
                    return true;
                }));
        StepVerifier.create(flux.retry(1))
                .then(() -> {
                    publish(topic, 4);
                    topic.complete();
                })
                .expectNext(0, 1, 2, 3)
                .expectComplete()
                .verify(DEADLINE);
        awaitNoSubscription(topic);
    }
}
