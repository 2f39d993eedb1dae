package io.fanlog.topic.internal.worker;

import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that were taken, given back unstarted, and run before anything else, oldest first.
 *
 * <pre>
 *   worker: giveBack ──▶ returned (any thread, pushed) ──▶ collect ──▶ parked (by ticket) ──▶ batch
 * </pre>
 *
 * All but {@link #giveBack} and {@link #isEmpty} is for the holder of the turnstile.
 */
final class ParkedJobs {
    private final AtomicReference<@Nullable Rest> returned = new AtomicReference<>();
    private final PriorityQueue<Rest> parked = new PriorityQueue<>();

    /** Jobs in {@link #parked}; for the holder. */
    private int jobs;

    /** The same, for anybody. */
    private volatile int parkedJobs;

    /** Any thread. */
    void giveBack(Rest rest) {
        Rest first;
        do {
            first = returned.get();
            rest.nextReturned = first;
        } while (!returned.compareAndSet(first, rest));
    }

    /** Any thread; true only if nothing is parked or given back right now. */
    boolean isEmpty() {
        return parkedJobs == 0 && returned.get() == null;
    }

    /** Sorts in what was given back; the jobs parked then. */
    int collect() {
        if (returned.get() != null) {
            Rest rest = returned.getAndSet(null);
            while (rest != null) {
                Rest next = rest.nextReturned;
                rest.nextReturned = null;
                park(rest);
                rest = next;
            }
        }
        return jobs;
    }

    void park(Rest rest) {
        parked.add(rest);
        count(rest.size());
    }

    private void count(int change) {
        jobs += change;
        parkedJobs = jobs;
    }

    /** The rest that begins with the oldest job. */
    @Nullable
    Rest oldest() {
        return parked.peek();
    }

    /** Moves the oldest jobs, which {@link #oldest()} has, into a batch's slots. */
    void takeOldest(@Nullable Object[] slots, int count) {
        // Out and in again: the heap must not see a rest's ticket change.
        Rest rest = parked.remove();
        rest.moveTo(slots, count);
        if (rest.size() > 0) {
            parked.add(rest);
        }
        count(-count);
    }

    /** Removes the rests of a source, oldest first. */
    void removeOf(Source source, List<Rest> removed) {
        collect();
        parked.removeIf(rest -> {
            boolean isOf = rest.source == source;
            if (isOf) {
                removed.add(rest);
                count(-rest.size());
            }
            return isOf;
        });
    }

    /** Sends back what must not run any more. */
    void dropPast() {
        collect();
        drop(Rest::isPast);
    }

    /** Drops all: each source hears of its own. */
    void clear() {
        collect();
        drop(rest -> true);
    }

    private void drop(Predicate<Rest> isGoing) {
        List<Rest> going = parked.stream().filter(isGoing).sorted().toList();
        parked.removeAll(going);
        // The youngest first: who takes them back puts each in front of the others.
        for (int i = going.size() - 1; i >= 0; i--) {
            count(-going.get(i).size());
            going.get(i).source.comeBack(going.get(i).jobs());
        }
    }
}
