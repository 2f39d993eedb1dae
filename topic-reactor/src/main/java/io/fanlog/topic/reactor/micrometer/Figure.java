package io.fanlog.topic.reactor.micrometer;

import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One meter of a kind of thing, and how it is read off such a thing.
 *
 * @param name of the meter
 * @param isCounter whether it only grows, else it is a gauge
 * @param unit of its value
 * @param description what it counts or shows
 * @param tags it has beside those that name the thing
 * @param fold what stands for several things under one name
 * @param reading the value of one thing now
 */
record Figure<M>(
        String name,
        boolean isCounter,
        String unit,
        String description,
        Tags tags,
        Fold fold,
        ToDoubleFunction<M> reading) {

    /** What stands for several values. */
    enum Fold {
        SUM,
        LARGEST;

        double of(double one, double other) {
            return this == SUM ? one + other : Math.max(one, other);
        }
    }

    static <M> Figure<M> counter(String name, String unit, String description, ToDoubleFunction<M> reading) {
        return new Figure<>(name, true, unit, description, Tags.empty(), Fold.SUM, reading);
    }

    static <M> Figure<M> gauge(String name, String unit, String description, ToDoubleFunction<M> reading) {
        return new Figure<>(name, false, unit, description, Tags.empty(), Fold.SUM, reading);
    }

    Figure<M> tagged(String key, String value) {
        return new Figure<>(name, isCounter, unit, description, tags.and(key, value), fold, reading);
    }

    /** Shows the largest of several values, not their sum. */
    Figure<M> largest() {
        return new Figure<>(name, isCounter, unit, description, tags, Fold.LARGEST, reading);
    }

    /** The value of several things that are under one name. */
    double read(List<M> things) {
        double all = 0;
        for (M thing : things) {
            all = fold.of(all, reading.applyAsDouble(thing));
        }
        return all;
    }
}
