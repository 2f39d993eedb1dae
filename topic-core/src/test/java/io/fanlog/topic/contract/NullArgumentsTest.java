package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A null argument")
class NullArgumentsTest {
    private static final Topics TOPICS = Topics.builder()
            .dispatcher(Dispatcher.stepped(TopicClock.manual(Instant.EPOCH)))
            .build();
    private static final Topic<String> TOPIC = TOPICS.topic("t", String.class).build();

    static Stream<Arguments> calls() {
        Map<String, ThrowingCallable> calls = Map.ofEntries(
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
        return calls.entrySet().stream().map(call -> Arguments.of(call.getKey(), call.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    @DisplayName("is refused by the call that has it, and named")
    void shouldBeRefusedAndNamed(String name, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessageContaining(name.strip());
    }
}
