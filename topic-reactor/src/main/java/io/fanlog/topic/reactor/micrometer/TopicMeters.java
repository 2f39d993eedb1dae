package io.fanlog.topic.reactor.micrometer;

import io.fanlog.topic.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;

/**
 * Meters of the topics, subscriptions, pools and loops of one {@link Topics} in a Micrometer registry:
 *
 * <pre>{@code
 * Topics topics = Topics.create();
 * TopicMeters.bind(topics, registry);
 * }</pre>
 *
 * <p>What is there and what comes later is metered until it is closed; then its meters are gone from the registry. All
 * counters and gauges are read when the registry is scraped and cost nothing in between; the two timers look at a clock
 * for each run of a handler and each turn of a loop, and can be left {@linkplain Builder#withoutTimers out}.
 *
 * <p>Tags are the names of topics, pools and loops and the labels that owners gave to their subscriptions. Those without
 * a label share {@code unlabelled}. Of each kind at most {@linkplain Builder#maxNames 1,000} names are used; what comes
 * beyond shares {@code other}. All meters are listed in docs/guide/metrics.md.
 */
public final class TopicMeters implements AutoCloseable {
    /** By registry, with which tags topics are bound to it. Guarded by itself. */
    private static final Map<MeterRegistry, Set<Tags>> BOUND = new WeakHashMap<>();

    private final MeterBinding binding;

    private TopicMeters(MeterBinding binding) {
        this.binding = binding;
    }

    /**
     * With the defaults of {@link #builder}.
     *
     * @param topics whose figures to show
     * @param registry where to show them
     * @return closes the meters; needs not be closed once the topics are
     * @throws IllegalStateException as {@link Builder#bindTo}
     */
    public static TopicMeters bind(Topics topics, MeterRegistry registry) {
        return builder(topics).bindTo(registry);
    }

    /**
     * Options first: tags, timers, how many names.
     *
     * @param topics whose figures to show
     * @return a builder
     */
    public static Builder builder(Topics topics) {
        return new Builder(Objects.requireNonNull(topics, "topics"));
    }

    /** Takes all these meters out of the registry. Has no effect the second time, or when the topics have closed. */
    @Override
    public void close() {
        binding.close();
    }

    private static void claim(MeterRegistry registry, Tags tags) {
        synchronized (BOUND) {
            if (!BOUND.computeIfAbsent(registry, absent -> new HashSet<>()).add(tags)) {
                throw new IllegalStateException("topics are bound to this registry already with the tags " + tags
                        + ": give these tags of their own, or close the TopicMeters of the others");
            }
        }
    }

    private static void release(MeterRegistry registry, Tags tags) {
        synchronized (BOUND) {
            Set<Tags> bound = BOUND.get(registry);
            if (bound != null && bound.remove(tags) && bound.isEmpty()) {
                BOUND.remove(registry);
            }
        }
    }

    /** Options of a {@link TopicMeters}. For one thread. */
    public static final class Builder {
        private static final Set<String> OWN_KEYS = new TreeSet<>(Set.of(
                MeterBinding.TOPIC,
                MeterBinding.SUBSCRIPTION,
                MeterBinding.POOL,
                MeterBinding.LOOP,
                "reason",
                "outcome"));

        private final Topics topics;
        private Tags tags = Tags.empty();
        private boolean isTiming = true;
        private int maxNames = 1_000;

        private Builder(Topics topics) {
            this.topics = topics;
        }

        /**
         * Tags that all these meters have beside their own. Needed when a registry shows several {@link Topics}.
         *
         * @param common default: none; keys other than {@code topic}, {@code subscription}, {@code pool}, {@code loop},
         *     {@code reason} and {@code outcome}
         * @return this
         * @throws IllegalArgumentException if a key is one of those
         */
        public Builder tags(Iterable<Tag> common) {
            for (Tag tag : Objects.requireNonNull(common, "tags")) {
                if (OWN_KEYS.contains(tag.getKey())) {
                    throw new IllegalArgumentException(
                            "tags must not have the keys " + OWN_KEYS + ", which the meters use, got " + tag);
                }
            }
            tags = Tags.of(common);
            return this;
        }

        /**
         * Leaves out the two timers, so that no clock is read for them.
         *
         * @return this
         */
        public Builder withoutTimers() {
            isTiming = false;
            return this;
        }

        /**
         * How many different topics, subscription labels and pools, of each at a time, become tag values.
         *
         * @param names at least 1; default 1,000
         * @return this
         * @throws IllegalArgumentException if less than 1
         */
        public Builder maxNames(int names) {
            if (names < 1) {
                throw new IllegalArgumentException("maxNames must be at least 1, got " + names);
            }
            maxNames = names;
            return this;
        }

        /**
         * Registers the meters of what is there, and from now on of what comes.
         *
         * @param registry where to show them
         * @return closes the meters; needs not be closed once the topics are
         * @throws IllegalStateException if meters of topics are bound to this registry with the same tags
         */
        public TopicMeters bindTo(MeterRegistry registry) {
            Tags common = tags;
            claim(Objects.requireNonNull(registry, "registry"), common);
            MeterBinding binding =
                    new MeterBinding(topics, registry, common, maxNames, isTiming, () -> release(registry, common));
            binding.open();
            return new TopicMeters(binding);
        }
    }
}
