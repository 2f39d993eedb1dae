package io.fanlog.topic.benchmarks.turns;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.benchmarks.fanout.Payload;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Ours: a topic, and the cursor of one gating subscription that this thread polls. The thread also steps the topic's loop,
 * so that clearing and reclaiming what was passed are part of the figure and not done by another core.
 */
final class TopicPipe implements Pipe {
    /** How often the loop has its turn: about as often as it would take one while busy. */
    static final int TURN = 1_024;

    private final Dispatcher loop = Dispatcher.stepped(TopicClock.system());
    private final Topics topics = Topics.builder().dispatcher(loop).build();
    private final Topic<Payload> topic =
            topics.topic("pipe", Payload.class).capacity(CAPACITY).build();
    private final PullSubscription<Payload> cursor = topic.pull(new Unheard(), o -> o);
    private long appended;

    TopicPipe() {
        cursor.activate(PullSubscription.Mode.PULL);
        loop.step();
    }

    @Override
    public void append(Payload payload) {
        PublishResult result = topic.publish(payload);
        if (result != PublishResult.OK) {
            result.orThrow();
        }
        appended++;
        if (appended % TURN == 0) {
            loop.step();
        }
    }

    @Override
    public @Nullable Payload poll() {
        return cursor.poll();
    }

    @Override
    public void close() {
        cursor.cancel();
        topics.close(Duration.ZERO);
        loop.close();
    }

    /** This thread polls after each append and need not be told. */
    private static final class Unheard implements PullListener<Payload> {
        @Override
        public void onNext(Payload payload) {}

        @Override
        public void onReady() {}

        @Override
        public void onEnd(@Nullable Throwable failure) {}
    }
}
