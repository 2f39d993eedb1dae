package io.fanlog.topic.reactor;

import io.fanlog.topic.spi.PullSubscription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * How much of a cursor goes into one signal. For one thread at a time.
 *
 * @param <R> what the cursor hands out
 * @param <O> what the downstream gets
 */
interface Portion<R, O> {
    /** Null if there is nothing. What the filter or the copier throws comes after what was taken before it. */
    @Nullable
    O take(PullSubscription<R> cursor);

    /** What the next take will throw, if that is known already. */
    default @Nullable Throwable pendingFailure() {
        return null;
    }

    /** How many messages are in it. */
    int weight(O portion);

    /** Gives what was taken and not delivered to the downstream's discard hook. */
    void discard(O portion, Context context);

    /** One message. */
    final class One<R> implements Portion<R, R> {
        @Override
        public @Nullable R take(PullSubscription<R> cursor) {
            return cursor.poll();
        }

        @Override
        public int weight(R portion) {
            return 1;
        }

        @Override
        public void discard(R portion, Context context) {
            Operators.onDiscard(portion, context);
        }
    }

    /** All that is there, up to so many. */
    final class Batch<R> implements Portion<R, List<R>> {
        private static final int FIRST_ROOM = 16;

        private final int maxSize;
        private @Nullable Throwable toThrow;

        Batch(int maxSize) {
            this.maxSize = maxSize;
        }

        @Override
        public @Nullable List<R> take(PullSubscription<R> cursor) {
            rethrow();
            R first = cursor.poll();
            return first == null ? null : rest(first, cursor);
        }

        private List<R> rest(R first, PullSubscription<R> cursor) {
            long there = Math.min(cursor.lag() + 1, maxSize);
            List<R> taken = new ArrayList<>((int) Math.max(FIRST_ROOM, there));
            taken.add(first);
            try {
                R next;
                while (taken.size() < maxSize && (next = cursor.poll()) != null) {
                    taken.add(next);
                }
            } catch (Throwable thrown) {
                toThrow = thrown;
            }
            return taken;
        }

        @Override
        public @Nullable Throwable pendingFailure() {
            return toThrow;
        }

        private void rethrow() {
            Throwable thrown = toThrow;
            if (thrown != null) {
                toThrow = null;
                Portion.<RuntimeException>sneak(thrown);
            }
        }

        @Override
        public int weight(List<R> portion) {
            return portion.size();
        }

        @Override
        public void discard(List<R> portion, Context context) {
            Operators.onDiscardMultiple(portion, context);
        }
    }

    /** As it was thrown. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
