package io.fanlog.topic.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.worker.SourceStrategy;
import io.fanlog.topic.worker.SourceView;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Which source is next")
class ReadySourcesTest {
    private long bound;

    static Stream<SourceStrategy> constants() {
        return Stream.of(
                SourceStrategy.PRIORITY,
                SourceStrategy.ROUND_ROBIN,
                SourceStrategy.MAX_LENGTH,
                SourceStrategy.MIN_LENGTH);
    }

    @Test
    @DisplayName("Priority: lower numbers first, then those without, among equals by the order they were bound in")
    void shouldGoByPriority() {
        ScriptedSource unset = source(OptionalInt.empty(), 9);
        ScriptedSource seven = source(OptionalInt.of(7), 1);
        ScriptedSource negative = source(OptionalInt.of(-1), 1);
        ScriptedSource sevenToo = source(OptionalInt.of(7), 1);
        ScriptedSource unsetToo = source(OptionalInt.empty(), 9);
        ReadySources ready = ready(SourceStrategy.PRIORITY, unsetToo, sevenToo, negative, seven, unset);

        assertThat(drain(ready)).containsExactly(negative, seven, sevenToo, unset, unsetToo);
    }

    @Test
    @DisplayName("Round robin: whose last batch is the longest ago; one that was empty meanwhile is not owed any turns")
    void shouldGoInTurn() {
        ScriptedSource one = source(OptionalInt.of(2), 5);
        ScriptedSource two = source(OptionalInt.empty(), 5);
        ScriptedSource three = source(OptionalInt.of(1), 5);
        ReadySources ready = ready(SourceStrategy.ROUND_ROBIN, one, two, three);
        assertThat(take(ready, 6)).containsExactly(three, one, two, three, one, two);

        ready.remove(one);
        assertThat(take(ready, 4)).containsExactly(three, two, three, two);
        ready.add(one);

        assertThat(take(ready, 6)).containsExactly(one, three, two, one, three, two);
    }

    @Test
    void shouldGoByLength() {
        ScriptedSource three = source(OptionalInt.empty(), 3);
        ScriptedSource five = source(OptionalInt.empty(), 5);
        ScriptedSource one = source(OptionalInt.empty(), 1);
        ScriptedSource fiveToo = source(OptionalInt.of(0), 5);
        ScriptedSource[] all = {three, five, one, fiveToo};

        assertThat(drain(ready(SourceStrategy.MAX_LENGTH, all))).containsExactly(fiveToo, five, three, one);
        assertThat(drain(ready(SourceStrategy.MIN_LENGTH, all))).containsExactly(one, three, fiveToo, five);
    }

    @ParameterizedTest
    @MethodSource("constants")
    @DisplayName("A pool chooses what the strategy chooses among the views")
    void shouldChooseAsTheConstantDoes(SourceStrategy strategy) {
        Random random = new Random(42);
        for (int round = 0; round < 300; round++) {
            List<Source> sources = new ArrayList<>();
            int count = 2 + random.nextInt(6);
            for (int i = 0; i < count; i++) {
                ScriptedSource source = source(
                        random.nextBoolean() ? OptionalInt.of(random.nextInt(3)) : OptionalInt.empty(),
                        random.nextInt(4));
                source.lastTurn = random.nextInt(4);
                sources.add(source);
            }
            ReadySources ready = ready(strategy, sources.toArray(ScriptedSource[]::new));
            sources.sort((a, b) -> a.rank.compareTo(b.rank));
            List<SourceView> views = sources.stream().map(Source::view).toList();
            SourceView chosen = strategy.choose(views);
            assertThat(ready.next()).isSameAs(sources.get(views.indexOf(chosen)));
        }
    }

    @Test
    void shouldAskOnesOwnStrategyWithViewsInTheOrderOfPriority() {
        ScriptedSource second = source(OptionalInt.empty(), 4);
        ScriptedSource first = source(OptionalInt.of(3), 2);
        List<List<SourceView>> seen = new ArrayList<>();
        ReadySources ready = ready(
                views -> {
                    seen.add(views);
                    return views.get(1);
                },
                second,
                first);
        assertThat(take(ready, 1)).containsExactly(second);
        assertThat(take(ready, 1)).containsExactly(second);

        assertThat(seen.get(1))
                .containsExactly(
                        new SourceView(first.rank.name(), OptionalInt.of(3), 2, 0),
                        new SourceView(second.rank.name(), OptionalInt.empty(), 4, 1));
    }

    @Test
    void shouldAskNobodyAboutALoneSource() {
        ScriptedSource lone = source(OptionalInt.empty(), 1);
        AtomicInteger asked = new AtomicInteger();
        ReadySources ready = ready(
                views -> {
                    asked.incrementAndGet();
                    return views.get(0);
                },
                lone);
        assertThat(take(ready, 3)).containsExactly(lone, lone, lone);
        assertThat(asked).hasValue(0);
    }

    @Test
    @DisplayName(
            "A strategy that throws, or answers null, or a view of its own, is replaced by priority for that batch")
    void shouldGoByPriorityWhereTheStrategyFails() {
        ScriptedSource second = source(OptionalInt.empty(), 4);
        ScriptedSource first = source(OptionalInt.of(3), 2);
        AtomicInteger calls = new AtomicInteger();
        ReadySources ready = ready(
                views -> switch (calls.getAndIncrement()) {
                    case 0 -> throw new IllegalStateException("the strategy's own trouble");
                    case 1 -> null;
                    case 2 -> new SourceView("stranger", OptionalInt.empty(), 0, 0);
                    default -> views.get(1);
                },
                second,
                first);

        assertThat(take(ready, 4)).containsExactly(first, first, first, second);
    }

    @Test
    void shouldLetGoOfForgottenSourcesAlsoWhereTheyAreStarved() {
        ScriptedSource busy = source(OptionalInt.of(1), 4);
        ScriptedSource starved = source(OptionalInt.of(2), 4);
        ScriptedSource arriving = source(OptionalInt.of(3), 4);
        ReadySources ready = ready(SourceStrategy.PRIORITY, busy, starved);
        ready.arrive(arriving);

        ready.forget(starved);
        ready.forget(arriving);
        ready.collect();

        assertThat(ready.isOnly(busy)).isTrue();
        ready.forget(busy);
        ready.collect();
        assertThat(ready.isEmpty()).isTrue();
        assertThat(ready.next()).isNull();
    }

    private ScriptedSource source(OptionalInt priority, int jobs) {
        bound++;
        ScriptedSource source = new ScriptedSource(new Rank("s" + bound, priority, bound));
        for (int job = 0; job < jobs; job++) {
            source.jobs.add(job);
        }
        return source;
    }

    private static ReadySources ready(SourceStrategy strategy, ScriptedSource... sources) {
        ReadySources ready = new ReadySources(SourceOrder.of(strategy, "p"));
        for (ScriptedSource source : sources) {
            ready.arrive(source);
        }
        ready.collect();
        return ready;
    }

    private static List<Source> take(ReadySources ready, int batches) {
        List<Source> taken = new ArrayList<>();
        for (int batch = 0; batch < batches; batch++) {
            Source next = ready.next();
            ready.took(next);
            taken.add(next);
        }
        return taken;
    }

    private static List<Source> drain(ReadySources ready) {
        List<Source> taken = new ArrayList<>();
        for (Source next = ready.next(); next != null; next = ready.next()) {
            ready.remove(next);
            taken.add(next);
        }
        return taken;
    }
}
