package io.fanlog.topic.internal.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * How other threads hand things to a loop: an intrusive list on which many push and from which one takes all. This is
 * Treiber's stack (R. K. Treiber, "Systems Programming: Coping with Parallelism", IBM RJ 5118, 1986) without a pop of
 * single links, so it knows no ABA problem; the taker turns the chain round, so what was pushed first comes first.
 *
 * <pre>
 *   push: CAS        head ─▶ C ─▶ B ─▶ A           takeAll: head := null, returns A ─▶ B ─▶ C
 *   closed           head ─▶ CLOSED                for good; a push is refused
 *
 *   INVARIANTS
 *   - A link that was pushed is returned exactly once, by takeAll or by close.
 *   - Links that one thread pushed come out in the order of its pushes.
 *   - push and isEmpty are sequentially consistent: they take part in the loop's "announce, then look again".
 * </pre>
 */
final class SignalList extends SignalListHead {
    private static final VarHandle HEAD =
            Fields.handle(MethodHandles.lookup(), SignalListHead.class, "head", Link.class);
    private static final Link CLOSED = new Link() {};

    long unused11;
    long unused12;
    long unused13;
    long unused14;
    long unused15;
    long unused16;
    long unused17;
    long unused18;

    /**
     * Pushes a link. Any thread.
     *
     * @return about how many links are on the list now; 0 if it was closed and the link was refused
     */
    int push(Link link) {
        Link seen;
        do {
            seen = headVolatile();
            if (seen == CLOSED) {
                return 0;
            }
            link.next = seen;
            link.depth = seen == null ? 1 : seen.depth + 1;
        } while (!casHeadVolatile(seen, link));
        return link.depth;
    }

    /** Whether there is nothing to take. */
    boolean isEmpty() {
        Link seen = headVolatile();
        return seen == null || seen == CLOSED;
    }

    /** Takes everything, oldest first, chained by {@link Link#next}. Only the loop, not after {@link #close}. */
    @Nullable
    Link takeAll() {
        // The list is empty most of the time, and a read leaves the line with the publishers.
        return headVolatile() == null ? null : oldestFirst(getAndSetHeadVolatile(null));
    }

    /** Takes everything for the last time and refuses what comes after. Only the loop, once. */
    @Nullable
    Link close() {
        return oldestFirst(getAndSetHeadVolatile(CLOSED));
    }

    private static @Nullable Link oldestFirst(@Nullable Link newest) {
        Link reversed = null;
        Link link = newest;
        while (link != null) {
            Link older = link.next;
            link.next = reversed;
            reversed = link;
            link = older;
        }
        return reversed;
    }

    private @Nullable Link headVolatile() {
        return (Link) HEAD.getVolatile((SignalListHead) this);
    }

    private boolean casHeadVolatile(@Nullable Link expected, Link link) {
        return HEAD.compareAndSet((SignalListHead) this, expected, link);
    }

    private @Nullable Link getAndSetHeadVolatile(@Nullable Link link) {
        return (Link) HEAD.getAndSet((SignalListHead) this, link);
    }
}
