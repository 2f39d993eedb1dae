package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.StartPosition;
import io.fanlog.topic.internal.log.SegmentedLog;
import java.time.Duration;

/** A log and its cursors, and the publisher's side of the protocol between them: tail, limit, claim. */
final class Room {
    private static final StartRule LATEST = new StartRule("room", new StartPosition.Latest(), false, 0);

    final SegmentedLog log;
    final Cursors cursors;
    long nowMillis;

    /** What else happens whenever the time is read. */
    private Runnable meanwhile = () -> {};

    Room(int capacity) {
        this(0, capacity, 0, Retention.NO_AGE, false);
    }

    Room(long firstSequence, int capacity, long retainCount, long retainMillis, boolean timed) {
        this(
                new SegmentedLog(firstSequence, timed, 0),
                new Cursors.Rules(capacity, capacity, retainCount, retainMillis, null, 0));
    }

    private Room(SegmentedLog log, Cursors.Rules rules) {
        this.log = log;
        this.cursors = new Cursors(log, rules, this::read, () -> nowMillis * 1_000_000);
    }

    /** With a duplicate window. */
    static Room withWindow(int capacity, int waiters, Duration window, int ids) {
        return new Room(
                new SegmentedLog(0, false, 0), new Cursors.Rules(capacity, waiters, 0, Retention.NO_AGE, window, ids));
    }

    private long read() {
        meanwhile.run();
        return nowMillis;
    }

    /** Has something happen, once, the next time the cursors read the time. */
    void meanwhile(Runnable happening) {
        meanwhile = () -> {
            meanwhile = () -> {};
            happening.run();
        };
    }

    Cursor join(SlowSubscriberPolicy policy, int maxLag) {
        return cursors.join(LATEST, policy, maxLag);
    }

    Cursor joinGating() {
        return join(SlowSubscriberPolicy.GATE, 0);
    }

    PublishResult publish(Object payload) {
        while (true) {
            if (tryPublish(payload)) {
                return PublishResult.OK;
            }
            PublishResult refusal = cursors.refusal();
            if (refusal != null) {
                return refusal;
            }
        }
    }

    /** False if the limit has to be looked at. */
    boolean tryPublish(Object payload) {
        long tail = log.tailVolatile();
        return tail >= 0 && tail < log.limitVolatile() && log.tryAppend(tail, payload, nowMillis);
    }

    long tail() {
        return SegmentedLog.sequenceOf(log.tailVolatile());
    }

    /** A waiter that remembers whether it was answered. */
    static final class Waiting extends Waiter {
        final Object payload;
        int answers;

        Waiting(Object slot) {
            super(slot, null);
            payload = slot;
        }

        Waiting(Object slot, String id) {
            super(slot, id);
            payload = slot;
        }

        @Override
        public void answer() {
            answers++;
        }

        PublishResult answered() {
            return result();
        }
    }
}
