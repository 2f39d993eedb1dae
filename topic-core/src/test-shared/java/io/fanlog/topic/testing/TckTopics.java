package io.fanlog.topic.testing;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicBuilder;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.tck.TestEnvironment;

/** Topics as the TCK asks for them: of so many elements, then complete; of more than can be kept; failed. */
public final class TckTopics implements AutoCloseable {
    /** After a cancel the loop has this long to let go of the subscriber. */
    public static final long LETTING_GO_MILLIS = 1_000;

    /** A signal that must come has this long; one that must not come is waited for so long. */
    private static final long TIMEOUT_MILLIS = 2_000;

    private static final long SILENCE_MILLIS = 50;

    /** Streams up to here are published before anybody subscribes, and retained. */
    private static final long RETAINED = 1 << 16;

    private final Topics topics = Topics.create();
    private final AtomicInteger number = new AtomicInteger();

    public static TestEnvironment environment() {
        return new TestEnvironment(TIMEOUT_MILLIS, SILENCE_MILLIS);
    }

    /** Whether a stream of so many is made while it is read. */
    public static boolean isLive(long elements) {
        return elements > RETAINED;
    }

    /** All elements retained for every subscriber that starts at the earliest, then complete. */
    public Topic<Integer> retained(long elements) {
        Topic<Integer> topic = next().retainLast(Math.max(1, elements)).build();
        for (int i = 0; i < elements; i++) {
            topic.publish(i).orThrow();
        }
        topic.complete();
        return topic;
    }

    /** For more elements than can be retained; {@link #feed} it once somebody has subscribed. */
    public Topic<Integer> live() {
        return next().build();
    }

    /** Publishes on a thread of its own, as fast as it is read, until the last subscriber has left. */
    public void feed(Topic<Integer> topic, long elements) {
        Thread feeder = new Thread(
                () -> {
                    boolean open = true;
                    for (long i = 0; open && i < elements; i++) {
                        open = offer(topic, (int) i);
                    }
                    topic.complete();
                },
                "tck-feeder");
        feeder.setDaemon(true);
        feeder.start();
    }

    private static boolean offer(Topic<Integer> topic, int element) {
        try {
            PublishResult result = topic.offer(element, Duration.ofSeconds(1));
            while (result == PublishResult.FULL) {
                result = topic.offer(element, Duration.ofSeconds(1));
            }
            return result == PublishResult.OK;
        } catch (InterruptedException e) {
            return false;
        }
    }

    public Topic<Integer> failed() {
        Topic<Integer> topic = next().build();
        topic.fail(new IllegalStateException("failed on purpose"));
        return topic;
    }

    private TopicBuilder<Integer> next() {
        return topics.topic("tck-" + number.incrementAndGet(), Integer.class);
    }

    @Override
    public void close() {
        topics.close(Duration.ZERO);
    }
}
