package io.fanlog.topic.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicBuilder;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.ManualClock;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** Topics without threads, whose loop the test runs by hand and whose time it moves. */
public final class Stepped implements AutoCloseable {
    /** What the clock shows at first. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final int MANY_TURNS = 10_000_000;

    private final ManualClock clock = TopicClock.manual(START);
    private final Dispatcher dispatcher = Dispatcher.stepped(clock);
    private final HeardObserver heard = new HeardObserver();
    private final Topics topics =
            Topics.builder().dispatcher(dispatcher).observer(heard).build();

    /** {@return the time} */
    public ManualClock clock() {
        return clock;
    }

    /** {@return the loop} */
    public Dispatcher dispatcher() {
        return dispatcher;
    }

    /** {@return what the observer was told} */
    public HeardObserver heard() {
        return heard;
    }

    /** {@return the front door} */
    public Topics topics() {
        return topics;
    }

    /** A topic of integers, named "numbers". */
    public Topic<Integer> numbers(UnaryOperator<TopicBuilder<Integer>> options) {
        return options.apply(topics.topic("numbers", Integer.class)).build();
    }

    /** Runs the loop until it has nothing to do. */
    public void run() {
        int turns = 0;
        while (dispatcher.step() > 0) {
            assertThat(++turns).as("turns of a loop that does not come to rest").isLessThan(MANY_TURNS);
        }
    }

    /** Lets time pass, then runs the loop until it has nothing to do. */
    public void advance(Duration time) {
        clock.advance(time);
        run();
    }

    /** Runs the loop and what it does a few milliseconds later: a poller's last steps are noticed by a timer. */
    public void settle() {
        run();
        advance(Duration.ofMillis(2));
        advance(Duration.ofMillis(2));
    }

    /** Publishes the numbers from one to another, both included; each must be accepted. */
    public static void publish(Topic<Integer> topic, int from, int to) {
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
