package io.fanlog.topic.internal.worker;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Jobs of one source that were taken and given back unstarted, in order. Owned by whoever holds it. */
final class Rest implements Comparable<Rest> {
    final Source source;
    private final Object[] jobs;
    private final long firstTicket;
    private final int era;
    private int gone;

    /** Link of {@link ParkedJobs}' inbox. */
    @Nullable
    Rest nextReturned;

    Rest(Source source, int era, long firstTicket, Object[] jobs) {
        this.source = source;
        this.era = era;
        this.firstTicket = firstTicket;
        this.jobs = jobs;
    }

    int size() {
        return jobs.length - gone;
    }

    /** Ticket of the first job that is still here. */
    long ticket() {
        return firstTicket + gone;
    }

    /** Whether its jobs must not run any more. */
    boolean isPast() {
        return era != source.era();
    }

    /** The jobs that are still here. */
    List<Object> jobs() {
        return List.of(jobs).subList(gone, jobs.length);
    }

    /** Moves the first {@code count} jobs into a batch. */
    void moveTo(@Nullable Object[] slots, int count) {
        System.arraycopy(jobs, gone, slots, 0, count);
        gone += count;
    }

    @Override
    public int compareTo(Rest other) {
        return Long.compare(ticket(), other.ticket());
    }
}
