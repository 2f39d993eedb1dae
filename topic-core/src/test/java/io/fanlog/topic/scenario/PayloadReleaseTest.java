package io.fanlog.topic.scenario;

import static io.fanlog.topic.PublishResult.NO_SUBSCRIBERS;
import static io.fanlog.topic.PublishResult.OK;
import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicBuilder;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scenario 13: a payload that nobody may read any more is unreachable soon. */
class PayloadReleaseTest {
    private static final int MANY = Rounds.of(20_000, 1_000_000);
    private static final int SIZE = 1_024;

    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    private Topic<byte[]> topic(UnaryOperator<TopicBuilder<byte[]>> options) {
        return options.apply(stepped.topics().topic("bytes", byte[].class)).build();
    }

    /** Publishes so many, stepping now and then, and tells every how manieth weakly; the last one is among them. */
    private List<WeakReference<byte[]>> publish(Topic<byte[]> topic, int count, int every, PublishResult expected) {
        List<WeakReference<byte[]>> told = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            byte[] payload = new byte[SIZE];
            PublishResult result = topic.publish(payload);
            if (result != expected) {
                throw new AssertionError("publish answered " + result);
            }
            if (i % every == 0) {
                told.add(new WeakReference<>(payload));
            }
            if (i % 1_000 == 0) {
                stepped.run();
            }
        }
        stepped.settle();
        return told;
    }

    private static void assertReleased(List<WeakReference<byte[]>> payloads) {
        Waiting.until("all payloads are released", () -> {
            System.gc();
            return payloads.stream().allMatch(payload -> payload.refersTo(null));
        });
    }

    private static void assertKept(List<WeakReference<byte[]>> payloads) {
        System.gc();
        assertThat(payloads).noneMatch(payload -> payload.refersTo(null));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("(a) one fast subscriber")
    void shouldReleaseWhatAFastSubscriberHasRead(Flavour flavour) {
        Topic<byte[]> topic = topic(b -> b);
        Probe<byte[]> probe = new Probe<byte[]>(flavour).keepingNothing().to(topic, o -> o);
        assertReleased(publish(topic, MANY, 1_000, OK));
        assertThat(probe.count()).isEqualTo(MANY);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a payload is released at once, not only with its segment")
    void shouldReleaseASinglePayload(Flavour flavour) {
        Topic<byte[]> topic = topic(b -> b);
        Probe<byte[]> probe = new Probe<byte[]>(flavour).keepingNothing().to(topic, o -> o);
        for (int i = 0; i < 3; i++) {
            assertReleased(publish(topic, 1, 1, OK));
        }
        assertThat(probe.count()).isEqualTo(3);
    }

    @Test
    @DisplayName("(b) no subscriber")
    void shouldKeepNothingWhenThereIsNobody() {
        Topic<byte[]> topic = topic(b -> b);
        assertReleased(publish(topic, MANY, 1_000, NO_SUBSCRIBERS));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("(c) a cancelled subscription that the test still references")
    void shouldReleaseWhatOnlyACancelledSubscriptionHadNotRead(Flavour flavour) {
        Topic<byte[]> topic = topic(b -> b);
        Probe<byte[]> cancelled = new Probe<byte[]>(flavour).keepingNothing().to(topic, 1, o -> o);
        List<WeakReference<byte[]>> before = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            byte[] payload = new byte[SIZE];
            topic.publish(payload).orThrow();
            before.add(new WeakReference<>(payload));
        }
        cancelled.cancel();
        stepped.settle();
        assertReleased(before);
        Probe<byte[]> other = new Probe<byte[]>(flavour).keepingNothing().to(topic, o -> o);
        assertReleased(publish(topic, MANY, 1_000, OK));
        assertThat(other.count()).isEqualTo(MANY);
        assertThat(cancelled.handle().undelivered()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldKeepForALossySubscriptionWithoutDemandOnlyWhatIsWithinMaxLag(Flavour flavour) {
        Topic<byte[]> topic = topic(b -> b);
        Probe<byte[]> oldest = new Probe<byte[]>(flavour).keepingNothing().to(topic, 0, o -> o.skipToOldest(10));
        Probe<byte[]> latest = new Probe<byte[]>(flavour).keepingNothing().to(topic, 0, o -> o.skipToLatest(5));
        List<WeakReference<byte[]>> told = publish(topic, 20_000, 1, OK);
        assertReleased(told.subList(0, told.size() - 10));
        assertKept(told.subList(told.size() - 10, told.size()));
        oldest.request(100);
        latest.request(100);
        stepped.settle();
        assertReleased(told);
        assertThat(oldest.count()).isEqualTo(10);
        assertThat(latest.count()).isEqualTo(1);
    }

    @Test
    void shouldStayBoundedWhenNoLoopHasItsTurn() {
        Topic<byte[]> topic = topic(b -> b);
        new Probe<byte[]>(Flavour.REACTIVE).to(topic, 0, o -> o.skipToOldest(10));
        List<WeakReference<byte[]>> told = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            byte[] payload = new byte[SIZE];
            topic.publish(payload).orThrow();
            told.add(new WeakReference<>(payload));
        }
        assertReleased(told.subList(0, told.size() - 2_000));
        stepped.run();
        assertReleased(told.subList(0, told.size() - 10));
    }

    @Test
    void shouldKeepOfARetentionByCountOnlyTheNewest() {
        Topic<byte[]> topic = topic(b -> b.retainLast(7));
        List<WeakReference<byte[]>> told = publish(topic, 5_000, 1, OK);
        assertReleased(told.subList(0, told.size() - 7));
        assertKept(told.subList(told.size() - 7, told.size()));
        assertThat(topic.stats().published()).isEqualTo(5_000);
    }

    @Test
    void shouldReleaseWhatHasGrownTooOldOnAnIdleTopic() {
        Topic<byte[]> topic = topic(b -> b.retainFor(Duration.ofSeconds(10)));
        List<WeakReference<byte[]>> told = publish(topic, 3_000, 1, OK);
        assertKept(told);
        stepped.advance(Duration.ofSeconds(11));
        stepped.advance(Duration.ofSeconds(1));
        assertReleased(told);
        assertThat(topic.stats().published()).isEqualTo(3_000);
    }

    @Test
    void shouldReleaseWhatAPollerHasTakenThatStopsInTheMiddle() {
        Topic<byte[]> topic = topic(b -> b);
        Probe<byte[]> probe = new Probe<byte[]>(Flavour.PULL).keepingNothing().to(topic, 0, o -> o);
        List<WeakReference<byte[]>> told = publish(topic, 10_000, 1, OK);
        int taken = 0;
        for (int more : new int[] {1, 3, 1_000, 511, 5}) {
            probe.request(more);
            taken += more;
            stepped.settle();
            assertReleased(told.subList(0, taken));
            assertKept(told.subList(taken, told.size()));
        }
        assertThat(probe.count()).isEqualTo(taken);
    }

    @ParameterizedTest
    @EnumSource(names = {"REACTIVE", "FLOW"})
    void shouldReleaseWhatASubscriberHasGotThatStopsInTheMiddle(Flavour flavour) {
        Topic<byte[]> topic = topic(b -> b);
        Probe<byte[]> probe = new Probe<byte[]>(flavour).keepingNothing().to(topic, 0, o -> o);
        List<WeakReference<byte[]>> told = publish(topic, 5_000, 1, OK);
        probe.request(1_500);
        stepped.settle();
        assertReleased(told.subList(0, 1_500));
        assertKept(told.subList(1_500, told.size()));
    }

    @Test
    void shouldReleaseWhatADetachedSubscriptionHeldWhenItExpires() {
        Topic<byte[]> topic = topic(b -> b);
        Probe<byte[]> probe = new Probe<byte[]>(Flavour.REACTIVE)
                .keepingNothing()
                .to(topic, o -> o.resumable("r", Duration.ofSeconds(1)));
        probe.cancel();
        List<WeakReference<byte[]>> told = publish(topic, 3_000, 1, OK);
        assertKept(told);
        stepped.advance(Duration.ofSeconds(2));
        assertReleased(told);
        assertThat(probe.handle().undelivered()).isEqualTo(3_000);
    }

    @Test
    void shouldReleaseWhatAThrowingSubscriberHadNotRead() {
        Topic<byte[]> topic = topic(b -> b);
        Probe<byte[]> probe = new Probe<byte[]>(Flavour.HANDLER)
                .keepingNothing()
                .onItem(item -> {
                    throw new IllegalStateException("on purpose");
                });
        probe.to(topic, o -> o);
        List<WeakReference<byte[]>> told = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            byte[] payload = new byte[SIZE];
            topic.publish(payload).orThrow();
            told.add(new WeakReference<>(payload));
        }
        stepped.settle();
        assertReleased(told);
        assertThat(probe.handle().undelivered()).isEqualTo(2_999);
    }

    @Test
    void shouldReleaseWhatWasTakenBackBeforeItWasAdmitted() {
        Topic<byte[]> topic = topic(b -> b.capacity(1));
        Probe<byte[]> probe = new Probe<byte[]>(Flavour.REACTIVE).to(topic, 0, o -> o);
        topic.publish(new byte[SIZE]).orThrow();
        List<WeakReference<byte[]>> told = new ArrayList<>();
        byte[] payload = new byte[SIZE];
        told.add(new WeakReference<>(payload));
        CompletableFuture<PublishResult> waiting = topic.publishAsync(payload);
        payload = null;
        assertKept(told);
        assertThat(waiting.cancel(false)).isTrue();
        waiting = null;
        stepped.run();
        assertReleased(told);
        assertThat(probe.handle().lag()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a handle that somebody keeps does not keep the subscriber")
    void shouldReleaseTheSubscriberWhenItHasEnded(Flavour flavour) {
        Topic<byte[]> topic = topic(b -> b);
        List<WeakReference<byte[]>> subscribers = new ArrayList<>();
        List<Object> handles = new ArrayList<>();
        byte[] captured = new byte[SIZE];
        subscribers.add(new WeakReference<>(captured));
        handles.add(cancelledWith(flavour, topic, captured));
        captured = null;
        stepped.settle();
        assertReleased(subscribers);
        assertThat(handles).hasSize(1);
    }

    private Object cancelledWith(Flavour flavour, Topic<byte[]> topic, byte[] captured) {
        Probe<byte[]> probe = new Probe<byte[]>(flavour);
        probe.onItem(item -> assertThat(captured).isNotNull()).to(topic, o -> o);
        topic.publish(new byte[1]).orThrow();
        stepped.run();
        probe.cancel();
        stepped.settle();
        return probe.handle();
    }
}
