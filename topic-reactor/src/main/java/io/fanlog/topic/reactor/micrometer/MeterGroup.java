package io.fanlog.topic.reactor.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The meters of one name: mostly of one thing, sometimes of several that share it.
 *
 * <pre>
 *   counter = what those that have left had counted here + what each member has counted since it came
 *   gauge   = the sum, or the largest, of the members' values
 * </pre>
 *
 * <p>INVARIANT: a counter never falls: a member leaves and what it counted is kept in one step, under the monitor, which a
 * scrape takes, too. No registry is called under it.
 */
final class MeterGroup<M> {
    private final List<Figure<M>> figures;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>();

    // Guarded by this.

    /** By figure, for the members that have left. */
    private final double[] kept;

    /** What each member's counters showed when it came, by figure. */
    private final IdentityHashMap<M, double[]> members = new IdentityHashMap<>();

    MeterGroup(List<Figure<M>> figures, Tags tags) {
        this.figures = figures;
        this.tags = tags;
        this.kept = new double[figures.size()];
    }

    Tags tags() {
        return tags;
    }

    // Under the lock of who keeps the groups.

    void register(MeterRegistry registry, Tags common) {
        for (int i = 0; i < figures.size(); i++) {
            meters.add(register(registry, common.and(tags), i));
        }
    }

    private Meter register(MeterRegistry registry, Tags named, int index) {
        Figure<M> figure = figures.get(index);
        if (figure.isCounter()) {
            return FunctionCounter.builder(figure.name(), this, group -> group.value(index))
                    .tags(named.and(figure.tags()))
                    .baseUnit(figure.unit())
                    .description(figure.description())
                    .register(registry);
        }
        return Gauge.builder(figure.name(), this, group -> group.value(index))
                .tags(named.and(figure.tags()))
                .baseUnit(figure.unit())
                .description(figure.description())
                .register(registry);
    }

    void unregister(MeterRegistry registry) {
        meters.forEach(registry::remove);
        meters.clear();
    }

    // Any thread.

    /**
     * Takes a member in.
     *
     * @param fromZero whether all that it has counted so far counts here, not only what it counts from now on
     */
    synchronized void add(M member, boolean fromZero) {
        double[] base = new double[figures.size()];
        for (int i = 0; i < base.length && !fromZero; i++) {
            base[i] = figures.get(i).reading().applyAsDouble(member);
        }
        members.putIfAbsent(member, base);
    }

    /** A member goes on as another one that shares its counts; false if it is none. */
    synchronized boolean replace(M before, M after) {
        double[] base = members.remove(before);
        if (base == null) {
            return false;
        }
        members.put(after, base);
        return true;
    }

    /** Lets a member go, and keeps what it has counted. */
    synchronized void remove(M member) {
        double[] base = members.remove(member);
        for (int i = 0; base != null && i < base.length; i++) {
            if (figures.get(i).isCounter()) {
                kept[i] += figures.get(i).reading().applyAsDouble(member) - base[i];
            }
        }
    }

    synchronized boolean isEmpty() {
        return members.isEmpty();
    }

    /** What a meter shows; on whatever thread scrapes. */
    synchronized double value(int index) {
        Figure<M> figure = figures.get(index);
        double value = figure.read(List.copyOf(members.keySet()));
        if (!figure.isCounter()) {
            return value;
        }
        for (double[] base : members.values()) {
            value -= base[index];
        }
        return value + kept[index];
    }
}
