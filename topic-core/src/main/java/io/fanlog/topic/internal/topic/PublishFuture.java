package io.fanlog.topic.internal.topic;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.internal.cursor.Cursors;
import io.fanlog.topic.internal.cursor.Waiter;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The future of a publish that waits for room. Whoever completes it from outside, by cancel, a timeout or otherwise,
 * takes the publish back; once it was admitted that is too late, and the future tells what became of it.
 */
final class PublishFuture extends CompletableFuture<PublishResult> {
    private final Cursors cursors;
    private final Place place;

    /** Its place in the line: what the topic holds of it. */
    private final class Place extends Waiter {
        Place(Object slot, @Nullable String id) {
            super(slot, id);
        }

        @Override
        public void answer() {
            PublishFuture.super.complete(result());
        }
    }

    PublishFuture(Cursors cursors, Object slot, @Nullable String id) {
        this.cursors = cursors;
        this.place = new Place(slot, id);
    }

    Waiter place() {
        return place;
    }

    /** Completes it with an answer that did not have to be waited for. */
    void answered(PublishResult result) {
        super.complete(result);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return cursors.withdraw(place) && super.cancel(mayInterruptIfRunning);
    }

    @Override
    public boolean complete(PublishResult value) {
        return cursors.withdraw(place) && super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable cause) {
        return cursors.withdraw(place) && super.completeExceptionally(cause);
    }
}
