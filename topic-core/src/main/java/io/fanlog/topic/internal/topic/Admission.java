package io.fanlog.topic.internal.topic;

import io.fanlog.topic.Overflow;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.internal.cursor.Cursor;
import io.fanlog.topic.internal.cursor.Cursors;
import io.fanlog.topic.internal.dispatch.BlockingChecks;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What becomes of a publish that found no room at once: it is refused, or waits in line. Any thread. */
final class Admission {
    private final LogTopic<?> topic;
    private final Cursors cursors;
    private final Refusals refusals;

    Admission(LogTopic<?> topic, Refusals refusals) {
        this.topic = topic;
        this.cursors = topic.cursors();
        this.refusals = refusals;
    }

    /** Has the loops know what was decided under the monitor. */
    PublishResult told(PublishResult result) {
        if (result == PublishResult.OK) {
            topic.callLoops();
            return result;
        }
        return refused(result);
    }

    /** Counts a refusal, has the loops hurry if that helps, and names who is in the way. */
    PublishResult refused(PublishResult why) {
        PublishResult result = why;
        if (why == PublishResult.FULL) {
            topic.pressLoops();
            Cursor blocker = cursors.takeNewBlocker();
            TopicSubscription blocking = blocker == null ? null : blocker.subscription();
            if (blocking != null) {
                topic.blocked(blocking);
            }
            result = topic.config().overflow() == Overflow.DROP_NEWEST ? PublishResult.DROPPED : why;
        }
        refusals.count(result);
        return result;
    }

    CompletableFuture<PublishResult> appendOrWait(Object slot, @Nullable String id) {
        PublishFuture future = new PublishFuture(cursors, refusals, slot, id);
        PublishResult result = cursors.appendOrWait(future.place());
        if (result != null) {
            future.answered(told(result));
        } else {
            topic.wakeLoops();
        }
        return future;
    }

    /** As the other, with this thread waiting; only what has no id, so that there is nothing to compare. */
    PublishResult offer(Object slot, long nanos) throws InterruptedException {
        PublishResult refusal = null;
        while (refusal != PublishResult.FULL) {
            if (topic.appendWithinLimit(slot)) {
                return PublishResult.OK;
            }
            refusal = cursors.refusal();
            if (refusal != null && refusal != PublishResult.FULL) {
                return refused(refusal);
            }
        }
        if (BlockingChecks.isForbidden()) {
            throw BlockingChecks.refusal("offer", "publishAsync");
        }
        PublishFuture future = new PublishFuture(cursors, refusals, slot, null);
        PublishResult now = cursors.appendOrWait(future.place());
        if (now != null) {
            return told(now);
        }
        topic.wakeLoops();
        return await(future, nanos);
    }

    private PublishResult await(PublishFuture future, long nanos) throws InterruptedException {
        try {
            return future.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return cursors.withdraw(future.place()) ? refused(PublishResult.FULL) : future.join();
        } catch (InterruptedException e) {
            if (cursors.withdraw(future.place())) {
                throw e;
            }
            Thread.currentThread().interrupt(); // too late: it was admitted
            return future.join();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
