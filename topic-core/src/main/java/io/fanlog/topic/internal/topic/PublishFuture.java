package io.fanlog.topic.internal.topic;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.internal.cursor.Cursors;
import io.fanlog.topic.internal.cursor.Waiter;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future of a publish that waits for room. Whoever completes it from outside, by cancel, a timeout or otherwise,
 * takes the publish back; once it was admitted that is too late, and the future tells what became of it.
 */
final class PublishFuture extends CompletableFuture<PublishResult> {
    private final Cursors cursors;
    private final Refusals refusals;
    private final Place place;

    /** Its place in the line: what the topic holds of it. */
    private final class Place extends Waiter {
        Place(Object slot, @Nullable String id) {
            super(slot, id);
        }

        @Override
        public void answer() {
            if (result() != PublishResult.OK) {
                refusals.count(result());
            }
            PublishFuture.super.complete(result());
        }
    }

    PublishFuture(Cursors cursors, Refusals refusals, Object slot, @Nullable String id) {
        this.cursors = cursors;
        this.refusals = refusals;
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
        return (cursors.withdraw(place) && super.cancel(mayInterruptIfRunning)) || isCancelled();
    }

    @Override
    public boolean complete(PublishResult value) {
        return cursors.withdraw(place) && super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable cause) {
        return cursors.withdraw(place) && super.completeExceptionally(cause);
    }

    /** As inherited, but by {@link #complete}: the inherited one goes round it. */
    @Override
    public CompletableFuture<PublishResult> completeAsync(
            Supplier<? extends PublishResult> supplier, Executor executor) {
        Objects.requireNonNull(supplier, "supplier");
        executor.execute(() -> {
            try {
                complete(supplier.get());
            } catch (Throwable thrown) {
                completeExceptionally(thrown);
            }
        });
        return this;
    }
}
