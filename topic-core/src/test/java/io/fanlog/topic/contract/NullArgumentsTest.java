package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.TopicClock;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;

@DisplayName("A null argument")
class NullArgumentsTest {
    private static final Topics TOPICS = Topics.builder()
            .dispatcher(Dispatcher.stepped(TopicClock.manual(Instant.EPOCH)))
            .build();
    private static final Topic<String> TOPIC = TOPICS.topic("t", String.class).build();
    private static final WorkerPool<String> POOL = TOPICS.pool("pool").handling(String.class, job -> {});

    static Stream<Arguments> calls() {
        return Stream.of(ofTopics(), ofDispatchers(), ofPools())
                .flatMap(calls -> calls.entrySet().stream())
                .map(call -> Arguments.of(call.getKey(), call.getValue()));
    }

    private static Map<String, ThrowingCallable> ofDispatchers() {
        return Map.ofEntries(
                Map.entry("name", () -> Dispatcher.builder().name(null)),
                Map.entry("threadFactory", () -> Dispatcher.builder().threadFactory(null)),
                Map.entry("idleStrategy", () -> Dispatcher.builder().idleStrategy(null)),
                Map.entry("clock", () -> Dispatcher.builder().clock(null)),
                Map.entry("clock ", () -> Dispatcher.stepped(null)),
                Map.entry("stallAfter", () -> Dispatcher.builder().stallAfter(null)),
                Map.entry("timeout", () -> Dispatcher.create().close(null)),
                Map.entry("thread", () -> Dispatcher.isLoopThread(null)));
    }

    private static Map<String, ThrowingCallable> ofPools() {
        return Map.ofEntries(
                Map.entry("pool name", () -> TOPICS.pool(null)),
                Map.entry("idleExpiry", () -> TOPICS.pool("p").idleExpiry(null)),
                Map.entry("threadFactory", () -> TOPICS.pool("p").threadFactory(null)),
                Map.entry("onError", () -> TOPICS.pool("p").onError(null)),
                Map.entry("keepStoppedFor", () -> TOPICS.pool("p").keepStoppedFor(null)),
                Map.entry("jobTimeout", () -> TOPICS.pool("p").jobTimeout(null)),
                Map.entry("strategy", () -> TOPICS.pool("p").strategy(null)),
                Map.entry("topic", () -> POOL.subscribeTo((Topic<String>) null)),
                Map.entry("options", () -> POOL.subscribeTo(TOPIC, null)),
                Map.entry("publisher", () -> POOL.subscribeTo((Publisher<String>) null)),
                Map.entry("publisher ", () -> POOL.subscribeTo((Flow.Publisher<String>) null)),
                Map.entry("timeout", () -> POOL.waitUntilIdle(null)),
                Map.entry("timeout ", () -> POOL.drainAsync(null)),
                Map.entry("drainTimeout", () -> POOL.close(null)));
    }

    private static Map<String, ThrowingCallable> ofTopics() {
        return Map.ofEntries(
                Map.entry("payload", () -> TOPIC.publish(null).orThrow()),
                Map.entry("envelope", () -> TOPIC.publish("x", null).orThrow()),
                Map.entry("payloads", () -> TOPIC.publishAll(null)),
                Map.entry("timeout", () -> TOPIC.offer("x", null).orThrow()),
                Map.entry("options", () -> TOPIC.subscribe(message -> {}, null)),
                Map.entry("options ", () -> TOPIC.publisher(null)),
                Map.entry("handler", () -> TOPIC.subscribeMessages(null, o -> o)),
                Map.entry("resumableName", () -> TOPIC.forget(null)),
                Map.entry("cause", () -> TOPIC.fail(null)),
                Map.entry("drainTimeout", () -> TOPIC.close((Duration) null)),
                Map.entry("name", () -> TOPICS.find(null, String.class)),
                Map.entry("type", () -> TOPICS.find("t", null)),
                Map.entry("observer", () -> Topics.builder().observer(null)),
                Map.entry("dispatcher", () -> Topics.builder().dispatcher(null)),
                Map.entry("drainTimeout ", () -> Topics.builder().drainTimeout(null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    @DisplayName("is refused by the call that has it, and named")
    void shouldBeRefusedAndNamed(String name, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining(name.strip())
                .hasMessageNotContaining("Cannot invoke");
    }
}
