package io.fanlog.topic.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.MessageHandler;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicBuilder;
import io.fanlog.topic.TopicClosedException;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Random subscribers come, go, stall, throw and resume while random producers publish. A referee, a gating handler that
 * is there from the first message to the last, learns which payload got which sequence; from that the model says what
 * each of the others must have seen: in order, nothing twice, nothing left out but what its counts say.
 */
class ShadowModelSoakTest {
    private static final int PRODUCERS = 3;
    private static final int ACTORS = 2;

    @Test
    @DisplayName("every subscriber has seen what the model says")
    void soak() throws Exception {
        long seed = Long.getLong("fanlog.seed", System.nanoTime());
        long deadline = System.nanoTime() + Rounds.soak().toNanos();
        try (Topics topics = Topics.create();
                Crew crew = new Crew()) {
            for (int episode = 0; System.nanoTime() - deadline < 0; episode++) {
                try {
                    new Episode(topics, crew, new Random(seed + episode)).run();
                } catch (Throwable failed) {
                    throw new AssertionError("episode " + episode + " of -Dfanlog.seed=" + seed, failed);
                }
            }
        }
    }

    /** One topic from its beginning to its end. */
    private static final class Episode {
        private static final AtomicInteger NUMBER = new AtomicInteger();

        private final Crew crew;
        private final Random random;
        private final Topic<Long> topic;
        private final Map<Long, Long> sequences = new HashMap<>();
        private final List<Long> truth = new ArrayList<>();
        private final Set<Long> accepted = ConcurrentHashMap.newKeySet();
        private final ConcurrentLinkedQueue<Visit> visits = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean stop = new AtomicBoolean();

        Episode(Topics topics, Crew crew, Random random) {
            this.crew = crew;
            this.random = random;
            TopicBuilder<Long> builder = topics.topic("soak-" + NUMBER.incrementAndGet(), Long.class)
                    .capacity(1 << random.nextInt(11))
                    .batch(1 + random.nextInt(300));
            if (random.nextBoolean()) {
                builder.retainLast(1 + random.nextInt(500));
            }
            if (random.nextInt(3) == 0) {
                builder.retainFor(Duration.ofMillis(1 + random.nextInt(20)));
            }
            topic = builder.build();
        }

        void run() throws Exception {
            MessageHandler<TopicMessage<Long>> referee = message -> {
                assertThat(message.sequence()).isEqualTo(truth.size());
                truth.add(message.payload());
                assertThat(sequences.put(message.payload(), message.sequence())).isNull();
            };
            TopicSubscription refereeing = topic.subscribeMessages(referee, o -> o.label("referee"));
            List<Crew.Action> actions = new ArrayList<>();
            for (int i = 0; i < PRODUCERS; i++) {
                long producer = i;
                long seed = random.nextLong();
                actions.add(() -> produce(producer, new Random(seed)));
            }
            for (int i = 0; i < ACTORS; i++) {
                long seed = random.nextLong();
                actions.add(() -> act(new Random(seed)));
            }
            long length = 20L + random.nextInt(100);
            actions.add(() -> {
                long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(length);
                while (System.nanoTime() - until < 0) {
                    visits.forEach(Visit::look);
                }
                stop.set(true);
            });
            crew.together(actions.stream().map(this::stoppingAllWhenItFails).toArray(Crew.Action[]::new));
            end();
            assertThat(refereeing.whenEnded().get(30, TimeUnit.SECONDS).isEnded())
                    .isTrue();
            assertThat(truth).hasSize((int) topic.stats().published());
            assertThat(new java.util.HashSet<>(truth)).isEqualTo(accepted);
            assertProducersInOrder();
            for (Visit visit : visits) {
                visit.judge();
            }
            topic.close();
        }

        private Crew.Action stoppingAllWhenItFails(Crew.Action action) {
            return () -> {
                try {
                    action.run();
                } catch (Throwable failed) {
                    stop.set(true);
                    throw failed;
                }
            };
        }

        private void end() throws Exception {
            int kind = random.nextInt(4);
            CompletableFuture<Void> closed = CompletableFuture.completedFuture(null);
            switch (kind) {
                case 0 -> topic.complete();
                case 1 -> topic.fail(new IllegalStateException("on purpose"));
                case 2 -> topic.close();
                default -> {
                    Waiting.until("the referee has all", () -> topic.stats().published() == refereed());
                    closed = topic.close(Duration.ZERO);
                }
            }
            if (kind != 3) {
                visits.forEach(Visit::release);
            }
            for (Visit visit : visits) {
                visit.awaitEnd();
            }
            closed.get(30, TimeUnit.SECONDS);
        }

        private long refereed() {
            return topic.subscriptions().stream()
                    .filter(subscription -> subscription.label().equals("referee"))
                    .mapToLong(TopicSubscription::received)
                    .findFirst()
                    .orElse(-1);
        }

        // ------------------------------------------------------------ producers

        private void produce(long producer, Random mine) throws Exception {
            for (long n = 0; !stop.get(); n++) {
                long payload = producer << 32 | n;
                PublishResult result = switch (mine.nextInt(8)) {
                    case 0 ->
                        topic.publishAsync(payload)
                                .completeOnTimeout(PublishResult.FULL, 1, TimeUnit.MILLISECONDS)
                                .join();
                    case 1 -> topic.offer(payload, Duration.ofMillis(1));
                    case 2 -> topic.publishAll(List.of(payload)) == 1 ? PublishResult.OK : PublishResult.FULL;
                    case 3 -> topic.publish(payload, e -> e.key("k"));
                    default -> topic.publish(payload);
                };
                assertThat(result).isIn(PublishResult.OK, PublishResult.FULL);
                if (result == PublishResult.OK) {
                    accepted.add(payload);
                }
            }
        }

        private void assertProducersInOrder() {
            long[] last = new long[PRODUCERS];
            java.util.Arrays.fill(last, -1);
            for (long payload : truth) {
                int producer = (int) (payload >>> 32);
                long number = payload & 0xffff_ffffL;
                assertThat(number).isGreaterThan(last[producer]);
                last[producer] = number;
            }
        }

        // ------------------------------------------------------------ subscribers

        private void act(Random mine) {
            List<Visit> here = new ArrayList<>();
            while (!stop.get()) {
                if (here.size() < 4) {
                    Visit visit = new Visit(this, mine);
                    visit.begin();
                    visits.add(visit);
                    here.add(visit);
                } else {
                    Visit visit = here.get(mine.nextInt(here.size()));
                    if (visit.poke(mine)) {
                        here.remove(visit);
                    }
                }
                java.util.concurrent.locks.LockSupport.parkNanos(mine.nextInt(200_000));
            }
        }
    }

    /** One subscriber, and what the model knows of it. */
    private static final class Visit {
        private static final List<Flavour> FLAVOURS = List.of(Flavour.values());
        private static final List<SlowSubscriberPolicy> POLICIES = List.of(SlowSubscriberPolicy.values());
        private static final AtomicInteger NAMES = new AtomicInteger();

        private final Episode episode;
        private final Flavour flavour;
        private final SlowSubscriberPolicy policy;
        private final int maxLag;
        private final int start;
        private final boolean filters;
        private final boolean resumable;
        private final int throwsAt;
        private final String name = "v" + NAMES.incrementAndGet();
        private final List<Probe<Long>> probes = new ArrayList<>();
        private volatile TopicSubscription handle;
        private long tailBefore;
        private long tailAfter;
        private volatile boolean given;

        Visit(Episode episode, Random random) {
            this.episode = episode;
            this.flavour = FLAVOURS.get(random.nextInt(FLAVOURS.size()));
            this.policy = POLICIES.get(random.nextInt(POLICIES.size()));
            this.maxLag = 1 + random.nextInt(episode.topic.capacity());
            this.start = random.nextInt(4);
            this.filters = random.nextBoolean();
            this.resumable = random.nextInt(3) == 0;
            this.throwsAt = flavour.isPush() && random.nextInt(4) == 0 ? random.nextInt(200) : Integer.MAX_VALUE;
        }

        private static boolean passes(long payload) {
            return payload % 5 != 0;
        }

        private SubscriptionOptions<Long> options(SubscriptionOptions<Long> defaults) {
            SubscriptionOptions<Long> options = defaults.label(name);
            options = switch (policy) {
                case GATE -> options.gate();
                case SKIP_TO_OLDEST -> options.skipToOldest(maxLag);
                case SKIP_TO_LATEST -> options.skipToLatest(maxLag);
                case DISCONNECT -> options.disconnect(maxLag);
            };
            options = switch (start) {
                case 0 -> options.fromEarliest();
                case 1 -> options.fromLast(7);
                case 2 -> options.fromSequence(tailBefore / 2);
                default -> options;
            };
            if (filters) {
                options = options.filter(Visit::passes);
            }
            return resumable ? options.resumable(name) : options;
        }

        void begin() {
            tailBefore = episode.topic.stats().tail();
            subscribe();
            tailAfter = episode.topic.stats().tail();
        }

        private void subscribe() {
            Probe<Long> probe = new Probe<>(flavour, episode.crew.threads());
            probe.onItem(item -> {
                if (probe.count() == throwsAt && probes.size() == 1) {
                    throw new IllegalStateException("on purpose");
                }
            });
            synchronized (probes) {
                probes.add(probe);
            }
            probe.to(episode.topic, 3, this::options);
            handle = probe.handle();
        }

        private Probe<Long> latest() {
            synchronized (probes) {
                return probes.get(probes.size() - 1);
            }
        }

        /** Does something to it; true if it was cancelled for good. */
        boolean poke(Random random) {
            Probe<Long> probe = latest();
            int what = random.nextInt(20);
            if (what == 0 && !resumable) {
                probe.cancel();
                return true;
            } else if (what == 0) {
                probe.cancel();
                resume();
            } else if (what < 12) {
                probe.request(1 + random.nextInt(200));
            } // else it stalls
            return handle.state().isEnded();
        }

        private void resume() {
            TopicSubscription before = handle;
            if (before.state() == SubscriptionState.DETACHED) {
                long tail = episode.topic.stats().tail();
                subscribe();
                if (before.state() == SubscriptionState.FAILED) { // too slow, a moment before: this is a new one
                    forgetAllButTheLatest();
                    tailBefore = tail;
                    tailAfter = episode.topic.stats().tail();
                }
            }
        }

        private void forgetAllButTheLatest() {
            synchronized (probes) {
                probes.subList(0, probes.size() - 1).clear();
            }
        }

        /** C1 by another thread, while all moves. */
        void look() {
            TopicSubscription seen = handle;
            long counted = seen.received() + seen.filtered() + seen.missed();
            long lag = seen.lag();
            assertThat(lag).isNotNegative();
            assertThat(counted + lag).isLessThanOrEqualTo(episode.topic.stats().tail());
        }

        /** The topic has ended: lets it take everything. */
        void release() {
            given = true;
            resume();
            latest().request(Long.MAX_VALUE);
        }

        void awaitEnd() {
            Waiting.until(name + " ends: " + handle, () -> {
                if (given && handle.state() == SubscriptionState.DETACHED) {
                    resume();
                    latest().request(Long.MAX_VALUE);
                }
                return handle.whenEnded().isDone() && probes.stream().noneMatch(Probe::isPolling);
            });
        }

        // ------------------------------------------------------------ the model

        void judge() {
            probes.forEach(Probe::assertOrderly);
            List<Long> got = sequencesSeen();
            TopicSubscription ended = handle;
            long first = ended.cursor() - ended.received() - ended.filtered() - ended.missed();
            assertThat(ended.lag()).isEqualTo(ended.undelivered()).isNotNegative();
            assertThat(ended.received()).as("%s received", this).isEqualTo(got.size());
            if (start == 3) {
                assertThat(first).as("start of %s", this).isBetween(tailBefore, tailAfter);
            } else {
                assertThat(first).as("start of %s", this).isBetween(0L, tailAfter);
            }
            judgeGaps(got, first, ended);
            judgeEnd(ended);
        }

        /** Of all its subscribers one after another; a message offered again counts once. */
        private List<Long> sequencesSeen() {
            List<Long> seen = new ArrayList<>();
            for (Probe<Long> probe : probes) {
                List<Long> items = probe.items();
                for (int i = 0; i < items.size(); i++) {
                    long sequence = episode.sequences.get(items.get(i));
                    boolean again = i == 0 && !seen.isEmpty() && seen.get(seen.size() - 1) == sequence;
                    if (again) {
                        assertThat(resumable).isTrue();
                    } else {
                        assertThat(sequence).isGreaterThan(seen.isEmpty() ? -1 : seen.get(seen.size() - 1));
                        seen.add(sequence);
                    }
                }
            }
            boolean heldBack = handle.received() == seen.size() - 1 && resumable && throwsAt != Integer.MAX_VALUE;
            if (heldBack) {
                seen.remove(seen.size() - 1); // its onNext did not return, and nobody came to take it again
            }
            return seen;
        }

        private void judgeGaps(List<Long> got, long first, TopicSubscription ended) {
            long rejected = 0;
            long leftOut = 0;
            int next = 0;
            for (long sequence = first; sequence < ended.cursor(); sequence++) {
                if (next < got.size() && got.get(next) == sequence) {
                    assertThat(!filters || passes(episode.truth.get((int) sequence)))
                            .isTrue();
                    next++;
                } else if (filters && !passes(episode.truth.get((int) sequence))) {
                    rejected++;
                } else {
                    leftOut++;
                }
            }
            assertThat(next).as("all lie between start and cursor").isEqualTo(got.size());
            assertThat(leftOut).as("%s left out", this).isLessThanOrEqualTo(ended.missed());
            assertThat(ended.filtered()).isLessThanOrEqualTo(rejected);
            assertThat(ended.filtered() + ended.missed()).isEqualTo(rejected + leftOut);
            if (!policy.isLossy() && start != 2) {
                assertThat(ended.missed()).isZero();
            }
        }

        private void judgeEnd(TopicSubscription ended) {
            switch (ended.state()) {
                case COMPLETED -> {
                    assertThat(ended.undelivered()).isZero();
                    assertThat(ended.cursor()).isEqualTo(episode.truth.size());
                }
                case FAILED -> {
                    Throwable cause = ended.failure().orElseThrow();
                    if (cause instanceof TopicClosedException closed && flavour.isPush()) {
                        assertThat(closed.undelivered()).as("%s", this).isEqualTo(ended.undelivered());
                    } else if (cause instanceof TopicClosedException closed) { // a poller may have gone on meanwhile
                        assertThat(closed.undelivered()).as("%s", this).isGreaterThanOrEqualTo(ended.undelivered());
                    }
                }
                default -> assertThat(ended.state()).isEqualTo(SubscriptionState.CANCELLED);
            }
            if (flavour.hasDemand()) {
                Probe<Long> last = latest();
                int terminals = last.completions() + last.failures().size();
                boolean threw =
                        ended.failure().map(Throwable::getMessage).orElse("").equals("on purpose");
                if (ended.state() == SubscriptionState.COMPLETED) {
                    Waiting.until("told", () -> last.completions() == 1);
                } else if (ended.state() == SubscriptionState.CANCELLED) {
                    assertThat(terminals).isZero();
                } else if (!threw && !resumable) {
                    Waiting.until("told", () -> last.failures().size() == 1);
                }
            }
        }

        @Override
        public String toString() {
            return handle + " " + flavour + " " + policy + " maxLag " + maxLag + " start " + start + " resumable "
                    + resumable + " throwsAt " + throwsAt;
        }
    }
}
