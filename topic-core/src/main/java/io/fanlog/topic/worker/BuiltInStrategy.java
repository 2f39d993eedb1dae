package io.fanlog.topic.worker;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** The constants of {@link SourceStrategy}. Pools know them and choose the same without making views. */
enum BuiltInStrategy implements SourceStrategy {
    PRIORITY,
    ROUND_ROBIN,
    MAX_LENGTH,
    MIN_LENGTH;

    @Override
    public SourceView choose(List<SourceView> ready) {
        return switch (this) {
            case PRIORITY -> ready.get(0);
            case ROUND_ROBIN -> least(ready, SourceView::lastTurn);
            case MAX_LENGTH -> least(ready, view -> -view.length());
            case MIN_LENGTH -> least(ready, SourceView::length);
        };
    }

    /** Of several equal ones the first. */
    private static SourceView least(List<SourceView> ready, ToLongFunction<SourceView> figure) {
        return Collections.min(ready, Comparator.comparingLong(figure));
    }
}
