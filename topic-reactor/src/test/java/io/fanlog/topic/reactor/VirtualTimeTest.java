package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Time operators over a topic, in Reactor's virtual time. */
class VirtualTimeTest extends TopicTest {

    @Test
    @DisplayName("a timeout on a silent topic cancels, and leaves no subscription")
    void timeoutLeavesNothing() {
        Topic<Integer> topic = numbers().build();
        StepVerifier.withVirtualTime(() -> ReactorTopics.flux(topic).timeout(Duration.ofHours(1)))
                .expectSubscription()
                .expectNoEvent(Duration.ofMinutes(59))
                .then(() -> publish(topic, 1))
                .expectNext(0)
                .expectNoEvent(Duration.ofMinutes(59))
                .thenAwait(Duration.ofMinutes(1))
                .expectError(TimeoutException.class)
                .verify(DEADLINE);
        awaitNoSubscription(topic);
    }

    @Test
    @DisplayName("delayed elements are taken one at a time; the topic keeps the rest")
    void delayedElementsAreTakenOneAtATime() {
        Topic<Integer> topic = numbers().build();
        StepVerifier.withVirtualTime(() -> ReactorTopics.flux(topic).delayElements(Duration.ofMinutes(1)))
                .expectSubscription()
                .then(() -> publish(topic, 3))
                .then(() -> awaitLag(topic, 2))
                .expectNoEvent(Duration.ofSeconds(59))
                .thenAwait(Duration.ofSeconds(1))
                .expectNext(0)
                .then(() -> awaitLag(topic, 1))
                .thenAwait(Duration.ofMinutes(1))
                .expectNext(1)
                .thenCancel()
                .verify(DEADLINE);
        awaitNoSubscription(topic);
    }

    private static void awaitLag(Topic<Integer> topic, long lag) {
        eventually().until(() -> only(topic).lag() == lag);
    }

    @Test
    @DisplayName("a topic fed by an interval is windowed by time")
    void windowsByTime() {
        Topic<Integer> topic = numbers().build();
        StepVerifier.withVirtualTime(() -> {
                    Flux<List<Integer>> windows = ReactorTopics.flux(topic).buffer(Duration.ofMinutes(1));
                    return windows.filter(window -> !window.isEmpty());
                })
                .expectSubscription()
                .then(() -> publish(topic, 3))
                .then(() -> awaitLag(topic, 0))
                .thenAwait(Duration.ofMinutes(1))
                .assertNext(window -> assertThat(window).isEqualTo(range(0, 3)))
                .thenCancel()
                .verify(DEADLINE);
        awaitNoSubscription(topic);
    }
}
