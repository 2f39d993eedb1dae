package io.fanlog.topic.worker;

import java.util.List;

/**
 * Which of a pool's sources the next batch is taken from, when several have jobs. The constants are the usual choices;
 * one's own is a function:
 *
 * <pre>{@code
 * // by priority, and in turn among equals
 * ready -> Collections.min(ready, Comparator.comparingInt((SourceView s) -> s.priority().orElse(100))
 *         .thenComparingLong(SourceView::lastTurn))
 * }</pre>
 *
 * A source of which a strategy never takes a batch while others have jobs is starved: its topic, if it gates, holds its
 * publishers back for as long. Parked jobs run before any strategy is asked, and so does a lone source.
 */
@FunctionalInterface
public interface SourceStrategy {
    /** The lowest priority number first; then those without a priority; among equals the one bound first. The default. */
    SourceStrategy PRIORITY = BuiltInStrategy.PRIORITY;

    /** In turn: the one whose last batch is the longest ago; among equals as {@link #PRIORITY}. Empty ones are skipped. */
    SourceStrategy ROUND_ROBIN = BuiltInStrategy.ROUND_ROBIN;

    /** The one with the most waiting jobs; among equals as {@link #PRIORITY}. */
    SourceStrategy MAX_LENGTH = BuiltInStrategy.MAX_LENGTH;

    /** The one with the fewest waiting jobs, but some; among equals as {@link #PRIORITY}. */
    SourceStrategy MIN_LENGTH = BuiltInStrategy.MIN_LENGTH;

    /**
     * Chooses a source. Called for each batch, by one thread at a time, while no other worker can take a batch: it must
     * be quick and must not block. If it throws, or answers anything but one of the views it was given, the choice is
     * {@link #PRIORITY}'s; that is logged once for each pool.
     *
     * @param ready at least two sources that may have jobs, in the order of {@link #PRIORITY}; not to be changed or kept
     * @return one of them
     */
    SourceView choose(List<SourceView> ready);
}
