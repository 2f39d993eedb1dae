package io.fanlog.topic.reactor.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The meters of all things of one kind. Guarded by the lock of its binding.
 *
 * <p>INVARIANT: a group has its meters registered from when its first member comes until it is over: empty, and not one
 * that is kept for those to come.
 */
final class MeterGroups<M> {
    private final MeterRegistry registry;
    private final Tags common;
    private final List<Figure<M>> figures;
    private final Predicate<Tags> isKept;
    private final Map<Tags, MeterGroup<M>> groups = new HashMap<>();
    private final IdentityHashMap<M, MeterGroup<M>> homes = new IdentityHashMap<>();

    MeterGroups(MeterRegistry registry, Tags common, List<Figure<M>> figures, Predicate<Tags> isKept) {
        this.registry = registry;
        this.common = common;
        this.figures = figures;
        this.isKept = isKept;
    }

    boolean isInUse(Tags name) {
        return groups.containsKey(name);
    }

    boolean isMetered(M member) {
        return homes.containsKey(member);
    }

    int size() {
        return groups.size();
    }

    /** The name under which a member is metered; null if it is not. */
    @Nullable
    Tags nameOf(M member) {
        MeterGroup<M> home = homes.get(member);
        return home == null ? null : home.tags();
    }

    void add(M member, Tags name, boolean fromZero) {
        MeterGroup<M> group = groups.get(name);
        boolean isNew = group == null;
        if (group == null) {
            group = new MeterGroup<>(figures, name);
            groups.put(name, group);
        }
        group.add(member, fromZero);
        homes.put(member, group);
        if (isNew) {
            group.register(registry, common);
        }
    }

    /** A member goes on as another one of the same name; false if it is none, or was of another name. */
    boolean replace(M before, M after, Tags name) {
        MeterGroup<M> home = homes.get(before);
        if (home == null || !home.tags().equals(name) || !home.replace(before, after)) {
            return false;
        }
        homes.remove(before);
        homes.put(after, home);
        return true;
    }

    void remove(M member) {
        MeterGroup<M> home = homes.remove(member);
        if (home != null) {
            home.remove(member);
            endIfOver(home);
        }
    }

    /** Looks again whether a group is over, since it may have been kept for something that is no more. */
    void endIfOver(Tags name) {
        MeterGroup<M> group = groups.get(name);
        if (group != null) {
            endIfOver(group);
        }
    }

    private void endIfOver(MeterGroup<M> group) {
        if (group.isEmpty() && !isKept.test(group.tags())) {
            groups.remove(group.tags());
            group.unregister(registry);
        }
    }

    void clear() {
        groups.values().forEach(group -> group.unregister(registry));
        groups.clear();
        homes.clear();
    }
}
