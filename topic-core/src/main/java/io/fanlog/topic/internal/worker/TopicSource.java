package io.fanlog.topic.internal.worker;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A topic as a source of jobs: its cursor is moved by whoever holds the turnstile.
 *
 * <pre>
 *   attach ──▶ cursor (pull mode) ── null: the topic will call onReady ──▶ queued ──▶ a worker polls
 *     ▲           │
 *     └─ detach ◀─┘   a new cursor each time: the resumable one continues, any other begins with the latest
 * </pre>
 */
final class TopicSource<M> extends Source {
    private static final long NO_END = Long.MAX_VALUE;

    private final PoolEngine engine;
    private final Topic<M> topic;
    private final SubscriptionOptions<M> options;

    /** The subscription of now, or the last one while there is none. Null before the first attach only. */
    private volatile @Nullable Attachment attachment;

    /** Sequence of the first message that is not taken any more. */
    private volatile long end = NO_END;

    /** What waited when this last asked, less what was taken since. Owned by the holder of the turnstile. */
    private long known;

    TopicSource(PoolEngine engine, Topic<M> topic, SubscriptionOptions<M> options) {
        super(engine.sources.rank(topic.name(), options.priority()));
        this.engine = engine;
        this.topic = topic;
        this.options = options;
    }

    /** The cursor, with its figures. */
    PullSubscription<M> subscription() {
        return attached().cursor;
    }

    private Attachment attached() {
        return Objects.requireNonNull(attachment, "not attached");
    }

    // Taking: the holder of the turnstile.

    @Override
    int take(@Nullable Object[] slots, int from, int max) {
        Attachment now = attached();
        boolean hadEnded = now.ended;
        int at = from;
        while (at < from + max) {
            Object job = now.poll(end);
            if (job == null) {
                if (hadEnded) {
                    engine.finished(this);
                }
                break;
            }
            slots[at++] = job;
        }
        known -= at - from;
        return at - from;
    }

    @Override
    long waiting(long enough) {
        if (known < enough) {
            known = waiting();
        }
        return known;
    }

    @Override
    int countWhenTaken(int taken) {
        return taken;
    }

    @Override
    void progressed() {
        attached().cursor.request(1);
    }

    // Any thread.

    @Override
    long waiting() {
        PullSubscription<M> cursor = attached().cursor;
        if (cursor.state() != SubscriptionState.ACTIVE) {
            return 0;
        }
        long last = end;
        long lag = cursor.lag();
        return last == NO_END ? lag : Math.min(lag, Math.max(0, last - cursor.cursor()));
    }

    /** Messages before the end that were not taken and that no resumable subscription keeps. */
    long untaken() {
        return options.resumableName() == null ? waiting() : 0;
    }

    // Life cycle: under the pool's lock for moves.

    /** Begins a new subscription. */
    void attach() {
        boolean isFirst = attachment == null;
        SubscriptionOptions<M> how = isFirst || options.resumableName() != null ? options : options.fromLatest();
        Attachment next = new Attachment(how);
        attachment = next;
        next.cursor.activate(PullSubscription.Mode.PULL);
    }

    /** Ends the subscription; what a resumable one has not taken stays for {@link #attach}. */
    void detach() {
        attached().cursor.cancel();
    }

    /** Fixes the end: nothing that is published from now on is taken. */
    void endHere() {
        end = topic.stats().tail();
    }

    /** One subscription to the topic; what it is told after a stop does not concern the next one. */
    private final class Attachment implements PullListener<M> {
        final PullSubscription<M> cursor;

        /** Set when everything up to the end can be polled. */
        volatile boolean ended;

        Attachment(SubscriptionOptions<M> how) {
            cursor = topic.pull(this, o -> how);
        }

        /** The next job, or what stands for one that made the filter or copier throw. */
        @Nullable
        Object poll(long last) {
            try {
                return last != NO_END && cursor.cursor() >= last ? null : cursor.poll();
            } catch (Throwable thrown) {
                return new PollFailure(thrown);
            }
        }

        @Override
        public void onNext(M payload) {
            throw new IllegalStateException("a pool pulls");
        }

        @Override
        public void onReady() {
            engine.arrived(TopicSource.this);
        }

        @Override
        public void onEnd(@Nullable Throwable failure) {
            ended = true;
            engine.arrived(TopicSource.this);
        }
    }
}
