package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.SourceStrategy;
import io.fanlog.topic.worker.SourceView;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which of several ready sources is next: a {@link SourceStrategy} as a pool applies it. For the holder of the turnstile. */
@FunctionalInterface
interface SourceOrder {
    /**
     * Chooses.
     *
     * @param ready two or more, by rank
     * @return one of them: a strategy cannot refuse to choose, since what nobody takes from would never be found empty
     */
    Source next(List<Source> ready);

    /** The order of a strategy, for one pool. */
    static SourceOrder of(SourceStrategy strategy, String pool) {
        if (strategy == SourceStrategy.PRIORITY) {
            return ready -> ready.get(0);
        }
        if (strategy == SourceStrategy.ROUND_ROBIN) {
            return ready -> least(ready, false, source -> source.lastTurn);
        }
        if (strategy == SourceStrategy.MAX_LENGTH) {
            return ready -> least(ready, true, Source::waiting);
        }
        if (strategy == SourceStrategy.MIN_LENGTH) {
            return ready -> least(ready, false, Source::waiting);
        }
        return new Chosen(strategy, pool);
    }

    /** A figure of a source. */
    interface Figure {
        long of(Source source);
    }

    private static Source least(List<Source> ready, boolean most, Figure figure) {
        Source best = ready.get(0);
        long bestFigure = figure.of(best);
        for (int i = 1; i < ready.size(); i++) {
            Source source = ready.get(i);
            long its = figure.of(source);
            if (most ? its > bestFigure : its < bestFigure) {
                best = source;
                bestFigure = its;
            }
        }
        return best;
    }

    /** A user's strategy, which may throw or answer nonsense. */
    final class Chosen implements SourceOrder {
        private static final Logger LOG = System.getLogger("io.fanlog.topic.worker");

        private final SourceStrategy strategy;
        private final String pool;
        private boolean hasComplained;

        Chosen(SourceStrategy strategy, String pool) {
            this.strategy = strategy;
            this.pool = pool;
        }

        @Override
        public Source next(List<Source> ready) {
            List<SourceView> views = new ArrayList<>(ready.size());
            ready.forEach(source -> views.add(source.view()));
            try {
                SourceView answer = strategy.choose(Collections.unmodifiableList(views));
                int chosen = views.indexOf(answer); // of two that look the same, the first
                if (chosen >= 0) {
                    return ready.get(chosen);
                }
                complain(new IllegalStateException("answered none of the views it was given: " + answer));
            } catch (Throwable thrown) {
                complain(thrown);
            }
            return ready.get(0);
        }

        private void complain(Throwable cause) {
            if (!hasComplained) {
                hasComplained = true;
                LOG.log(Level.WARNING, "pool '" + pool + "': its strategy failed, and goes by priority then", cause);
            }
        }
    }
}
