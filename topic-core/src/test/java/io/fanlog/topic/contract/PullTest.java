package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an adapter may count on that draws from a cursor. */
class PullTest {
    private final Dispatcher dispatcher = Dispatcher.stepped(TopicClock.manual(Instant.EPOCH));
    private final Topics topics = Topics.builder().dispatcher(dispatcher).build();
    private final Topic<Integer> topic = topics.topic("pulled", Integer.class).build();
    private final Calls calls = new Calls();

    private static final class Calls implements PullListener<Object> {
        int ready;
        final List<@Nullable Throwable> ends = new ArrayList<>();

        @Override
        public void onNext(Object payload) {
            throw new IllegalStateException("not in push mode");
        }

        @Override
        public void onReady() {
            ready++;
        }

        @Override
        public void onEnd(@Nullable Throwable failure) {
            ends.add(failure);
        }
    }

    @AfterEach
    void close() {
        topics.close(Duration.ZERO);
        dispatcher.close();
    }

    private void run() {
        while (dispatcher.step() > 0) {
            // until there is nothing to do
        }
    }

    private PullSubscription<Integer> pulled() {
        PullSubscription<Integer> cursor = topic.pull(calls, o -> o);
        cursor.activate(PullSubscription.Mode.PULL);
        run();
        return cursor;
    }

    @Test
    void shouldCallOnceForABurstAndAgainOnlyAfterAnEmptyPoll() {
        PullSubscription<Integer> cursor = pulled();
        assertThat(topic.publishAll(List.of(1, 2, 3))).isEqualTo(3);
        run();
        assertThat(calls.ready).isEqualTo(1);
        assertThat(cursor.poll()).isEqualTo(1);
        topic.publish(4).orThrow();
        run();
        assertThat(calls.ready).isEqualTo(1);
    }

    @Test
    void shouldCallOnceMoreWhenItIsWokenWhetherOrNotThereIsSomething() {
        PullSubscription<Integer> cursor = pulled();
        cursor.wake();
        cursor.wake();
        run();
        assertThat(calls.ready).isEqualTo(1);
        topic.publish(1).orThrow();
        run();
        assertThat(calls.ready)
                .as("it has not been polled dry, but was hungry from the beginning")
                .isEqualTo(2);
        assertThat(cursor.poll()).isEqualTo(1);
        cursor.wake();
        run();
        assertThat(calls.ready).isEqualTo(3);
    }

    @Test
    void shouldNotCallWhenItIsWokenBeforeItIsActivatedOrAfterItHasEnded() {
        PullSubscription<Integer> cursor = topic.pull(calls, o -> o);
        cursor.wake();
        run();
        cursor.activate(PullSubscription.Mode.PULL);
        run();
        cursor.cancel();
        cursor.wake();
        run();
        assertThat(calls.ready).isZero();
        assertThat(calls.ends).isEmpty();
    }

    @Test
    void shouldHandOutWholeMessagesWhenTheyArePulled() {
        PullSubscription<TopicMessage<Integer>> cursor = topic.pullMessages(calls, o -> o.filter(n -> n > 1));
        cursor.activate(PullSubscription.Mode.PULL);
        run();
        topic.publish(1).orThrow();
        topic.publish(2, e -> e.key("k")).orThrow();
        TopicMessage<Integer> message = cursor.poll();
        assertThat(message).isNotNull();
        assertThat(message.topic()).isEqualTo("pulled");
        assertThat(message.sequence()).isEqualTo(1);
        assertThat(message.key()).isEqualTo("k");
        assertThat(cursor.filtered()).isEqualTo(1);
    }
}
