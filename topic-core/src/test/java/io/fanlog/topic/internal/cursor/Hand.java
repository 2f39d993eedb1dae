package io.fanlog.topic.internal.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicBuilder;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.ManualClock;
import io.fanlog.topic.spi.TopicClock;
import io.fanlog.topic.spi.TopicObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** Topics whose loop the test turns by hand, and whose time it moves. */
final class Hand implements AutoCloseable {
    final ManualClock clock = TopicClock.manual(Instant.parse("2026-01-01T00:00:00Z"));
    final Dispatcher dispatcher = Dispatcher.stepped(clock);
    final Topics topics;

    Hand() {
        this(TopicObserver.NONE);
    }

    Hand(TopicObserver observer) {
        topics = Topics.builder().dispatcher(dispatcher).observer(observer).build();
    }

    Topic<Integer> numbers(UnaryOperator<TopicBuilder<Integer>> options) {
        return options.apply(topics.topic("numbers", Integer.class)).build();
    }

    /** One turn. */
    void turn() {
        assertThat(dispatcher.step()).isNotNegative();
    }

    /** Turns until there is nothing to do. */
    void run() {
        int turns = 0;
        while (dispatcher.step() > 0) {
            assertThat(++turns).as("turns of a loop that does not come to rest").isLessThan(1_000_000);
        }
    }

    /** Moves the time in steps of a millisecond and turns at each. */
    void pass(Duration time) {
        for (long i = 0; i < time.toMillis(); i++) {
            clock.advance(Duration.ofMillis(1));
            run();
        }
    }

    static void publish(Topic<Integer> topic, int from, int to) {
        for (int i = from; i <= to; i++) {
            topic.publish(i).orThrow();
        }
    }

    @Override
    public void close() {
        assertThat(topics.close(Duration.ZERO))
                .as("does not wait, so cannot know")
                .isIn(true, false);
        dispatcher.close();
    }
}
