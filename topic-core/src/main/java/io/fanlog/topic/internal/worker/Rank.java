package io.fanlog.topic.internal.worker;

import java.util.OptionalInt;

/**
 * Where a source stands among those of its pool: by priority, lower first and none last; among equals by the order in
 * which they were bound.
 *
 * @param name for the views of a strategy
 * @param priority as given at the bind
 * @param order of the bind, unique in a pool
 */
record Rank(String name, OptionalInt priority, long order) implements Comparable<Rank> {
    @Override
    public int compareTo(Rank other) {
        if (priority.isPresent() != other.priority.isPresent()) {
            return priority.isPresent() ? -1 : 1;
        }
        int byPriority = Integer.compare(priority.orElse(0), other.priority.orElse(0));
        return byPriority != 0 ? byPriority : Long.compare(order, other.order);
    }
}
