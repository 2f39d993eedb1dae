package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.test.subscriber.TestSubscriber;

/**
 * The same happens to a sink of Reactor's and to ours, and what is seen of each is compared with what should be. Where they
 * differ, the guide says so: its table is made from these rows.
 */
class SinkContractTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide", "from-sinks.md");

    /** Room for 8: Reactor rounds less up to that. */
    private static final int ROOM = 8;

    /** What happens to a sink, and what is seen of it. */
    private interface Happening extends Function<Sinks.Many<Integer>, Supplier<String>> {}

    private record Flavour(String name, Supplier<Sinks.Many<Integer>> model, Supplier<Sinks.Many<Integer>> ours) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final Flavour WARM = new Flavour(
            "multicast",
            () -> Sinks.many().multicast().onBackpressureBuffer(ROOM),
            () -> ReactorTopics.sinks().capacity(ROOM).multicast());
    private static final Flavour WARM_KEPT = new Flavour(
            "multicast, autoCancel false",
            () -> Sinks.many().multicast().onBackpressureBuffer(ROOM, false),
            () -> ReactorTopics.sinks().capacity(ROOM).multicast());
    private static final Flavour WARM_CANCELLED = new Flavour(
            "multicast, autoCancel",
            () -> Sinks.many().multicast().onBackpressureBuffer(ROOM, true),
            () -> ReactorTopics.sinks().capacity(ROOM).autoCancel().multicast());
    private static final Flavour COLD = new Flavour(
            "directAllOrNothing",
            () -> Sinks.many().multicast().directAllOrNothing(),
            () -> ReactorTopics.sinks().capacity(ROOM).multicastWithoutWarmUp());
    private static final Flavour DIRECT = new Flavour(
            "directBestEffort",
            () -> Sinks.many().multicast().directBestEffort(),
            () -> ReactorTopics.sinks().capacity(ROOM).directBestEffort());
    private static final Flavour ALL = new Flavour(
            "replay all",
            () -> Sinks.many().replay().all(),
            () -> ReactorTopics.sinks().replayAll());
    private static final Flavour LAST = new Flavour(
            "replay n",
            () -> Sinks.many().replay().limit(2),
            () -> ReactorTopics.sinks().capacity(ROOM).replay(2));
    private static final Flavour AGE = new Flavour(
            "replay age",
            () -> Sinks.many().replay().limit(Duration.ofHours(1)),
            () -> ReactorTopics.sinks().replay(Duration.ofHours(1)));
    private static final Flavour LAST_AND_AGE = new Flavour(
            "replay n, age",
            () -> Sinks.many().replay().limit(2, Duration.ofHours(1)),
            () -> ReactorTopics.sinks().replay(2, Duration.ofHours(1)));
    private static final Flavour LATEST = new Flavour(
            "replay latest",
            () -> Sinks.many().replay().latest(),
            () -> ReactorTopics.sinks().replayLatest());
    private static final Flavour DEFAULT = new Flavour(
            "replay latestOrDefault",
            () -> Sinks.many().replay().latestOrDefault(7),
            () -> ReactorTopics.sinks().replayLatestOrDefault(7));

    private static final List<Flavour> MULTICAST = List.of(WARM, WARM_KEPT, WARM_CANCELLED, COLD, DIRECT);
    private static final List<Flavour> REPLAY = List.of(ALL, LAST, AGE, LAST_AND_AGE, LATEST, DEFAULT);

    private record Row(Flavour flavour, String when, Happening happening, String model, String ours) {
        boolean differs() {
            return !model.equals(ours);
        }

        @Override
        public String toString() {
            return flavour + ": " + when;
        }

        String inTheGuide() {
            return "| " + flavour + " | " + when + " | " + model + " | " + ours + " |";
        }
    }

    // ---------------------------------------------------------------- the words

    private static final class Reader {
        private final TestSubscriber<Integer> subscriber;

        Reader(Sinks.Many<Integer> sink, long demand) {
            subscriber = TestSubscriber.builder().initialRequest(demand).build();
            sink.asFlux().subscribe(subscriber);
        }

        void request(long n) {
            subscriber.request(n);
        }

        void cancel() {
            subscriber.cancel();
        }

        String seen() {
            String end = subscriber.isTerminatedComplete() ? ", complete" : "";
            if (subscriber.isTerminatedError()) {
                end = ", " + subscriber.expectTerminalError().getClass().getSimpleName();
            }
            return subscriber.getReceivedOnNext() + end;
        }
    }

    private static Reader reader(Sinks.Many<Integer> sink) {
        return new Reader(sink, Long.MAX_VALUE);
    }

    private static Reader reader(Sinks.Many<Integer> sink, long demand) {
        return new Reader(sink, demand);
    }

    /** Results of emitting a range, each run of the same result once. */
    private static String emit(Sinks.Many<Integer> sink, int from, int to) {
        List<EmitResult> results =
                IntStream.range(from, to).mapToObj(sink::tryEmitNext).toList();
        List<String> told = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i <= results.size(); i++) {
            if (i == results.size() || results.get(i) != results.get(begin)) {
                told.add((i - begin == 1 ? "" : i - begin + " x ") + results.get(begin));
                begin = i;
            }
        }
        return String.join(", ", told);
    }

    private static Supplier<String> now(String seen) {
        return () -> seen;
    }

    // ---------------------------------------------------------------- the rows

    private static Row same(Flavour flavour, String when, Happening happening, String both) {
        return new Row(flavour, when, happening, both, both);
    }

    static Stream<Row> rows() {
        return Stream.of(common(), warm(), cold(), direct(), replay()).flatMap(rows -> rows);
    }

    private static Stream<Row> common() {
        Stream<Flavour> all = Stream.concat(MULTICAST.stream(), REPLAY.stream());
        return all.flatMap(flavour -> Stream.of(
                same(
                        flavour,
                        "two subscribers, emit 1, complete",
                        sink -> {
                            Reader a = reader(sink);
                            Reader b = reader(sink);
                            String emitted = emit(sink, 1, 2) + ", " + sink.tryEmitComplete();
                            return () -> emitted + "; " + a.seen() + b.seen();
                        },
                        flavour.equals(DEFAULT)
                                ? "OK, OK; [7, 1], complete[7, 1], complete"
                                : "OK, OK; [1], complete[1], complete"),
                same(
                        flavour,
                        "after complete: emit, complete, error; somebody subscribes",
                        sink -> {
                            EmitResult completed = sink.tryEmitComplete();
                            String after = emit(sink, 1, 2) + ", " + sink.tryEmitComplete() + ", "
                                    + sink.tryEmitError(new IllegalStateException());
                            Reader late = reader(sink);
                            return () -> completed + "; " + after + "; " + late.seen();
                        },
                        "OK; FAIL_TERMINATED, FAIL_TERMINATED, FAIL_TERMINATED; "
                                + (flavour.equals(DEFAULT) ? "[7], complete" : "[], complete")),
                same(
                        flavour,
                        "an error; somebody subscribes later",
                        sink -> {
                            Reader a = reader(sink);
                            EmitResult failed = sink.tryEmitError(new IllegalStateException());
                            Reader late = reader(sink);
                            return () -> failed + "; " + a.seen() + "; " + late.seen();
                        },
                        flavour.equals(DEFAULT)
                                ? "OK; [7], IllegalStateException; [7], IllegalStateException"
                                : "OK; [], IllegalStateException; [], IllegalStateException"),
                same(
                        flavour,
                        "how many are subscribed: two came, one left",
                        sink -> {
                            Reader a = reader(sink);
                            Reader b = reader(sink);
                            int two = sink.currentSubscriberCount();
                            a.cancel();
                            String seen = two + ", " + sink.currentSubscriberCount();
                            b.cancel();
                            return now(seen);
                        },
                        "2, 1")));
    }

    private static Stream<Row> warm() {
        return Stream.of(
                same(
                        WARM,
                        "emit 3 before anybody subscribes; A, then B subscribe; emit 3",
                        sink -> {
                            String emitted = emit(sink, 0, 3);
                            Reader a = reader(sink);
                            Reader b = reader(sink);
                            emit(sink, 3, 4);
                            return () -> emitted + "; A " + a.seen() + ", B " + b.seen();
                        },
                        "3 x OK; A [0, 1, 2, 3], B [3]"),
                same(
                        WARM,
                        "emit 10 before anybody subscribes, with room for 8",
                        sink -> now(emit(sink, 0, 10)),
                        "8 x OK, 2 x FAIL_ZERO_SUBSCRIBER"),
                new Row(
                        WARM,
                        "A requests nothing, B everything; emit 3",
                        sink -> {
                            Reader a = reader(sink, 0);
                            Reader b = reader(sink);
                            String emitted = emit(sink, 0, 3);
                            return () -> emitted + "; A " + a.seen() + ", B " + b.seen();
                        },
                        "3 x OK; A [], B []",
                        "3 x OK; A [], B [0, 1, 2]"),
                same(
                        WARM,
                        "A requests nothing; emit 10, with room for 8",
                        sink -> {
                            reader(sink, 0);
                            return now(emit(sink, 0, 10));
                        },
                        "8 x OK, 2 x FAIL_OVERFLOW"),
                new Row(
                        WARM,
                        "the last subscriber leaves; emit 1; A subscribes",
                        sink -> {
                            Reader first = reader(sink);
                            first.cancel();
                            String emitted = emit(sink, 1, 2);
                            Reader a = reader(sink);
                            return () -> emitted + "; A " + a.seen();
                        },
                        "FAIL_CANCELLED; A [], complete",
                        "OK; A [1]"),
                new Row(
                        WARM_CANCELLED,
                        "emit 1, the last subscriber leaves; emit 2, complete; A subscribes",
                        sink -> {
                            Reader first = reader(sink, 0);
                            emit(sink, 1, 2);
                            first.cancel();
                            String emitted = emit(sink, 2, 3) + ", " + sink.tryEmitComplete();
                            Reader a = reader(sink);
                            return () -> emitted + "; A " + a.seen();
                        },
                        "OK, OK; A [], complete",
                        "FAIL_CANCELLED, FAIL_CANCELLED; A [], complete"),
                same(
                        WARM_KEPT,
                        "emit 3, of which the last subscriber takes 1 and leaves; emit 3; A subscribes",
                        sink -> {
                            Reader first = reader(sink, 1);
                            emit(sink, 0, 3);
                            await().until(() -> first.seen().equals("[0]"));
                            first.cancel();
                            String emitted = emit(sink, 3, 6);
                            Reader a = reader(sink);
                            return () -> emitted + "; A " + a.seen();
                        },
                        "3 x OK; A [1, 2, 3, 4, 5]"),
                new Row(
                        WARM,
                        "another thread emits while a subscriber is busy with the message before",
                        SinkContractTest::emitWhileBusy,
                        "FAIL_NON_SERIALIZED",
                        "OK"),
                new Row(
                        WARM,
                        "who calls the subscriber",
                        SinkContractTest::whoCalls,
                        "the emitting thread",
                        "an event loop"),
                new Row(
                        WARM,
                        "A requests nothing; emitNext with FAIL_FAST until there is no room; A requests everything",
                        sink -> {
                            Reader a = reader(sink, 0);
                            for (int i = 0; i < 9; i++) {
                                sink.emitNext(i, EmitFailureHandler.FAIL_FAST);
                            }
                            a.request(Long.MAX_VALUE);
                            return a::seen;
                        },
                        "[], OverflowException",
                        "[0, 1, 2, 3, 4, 5, 6, 7], OverflowException"));
    }

    private static Supplier<String> emitWhileBusy(Sinks.Many<Integer> sink) {
        AtomicBoolean isBusy = new AtomicBoolean();
        AtomicReference<EmitResult> seen = new AtomicReference<>();
        // Nobody blocks here, since event loops must not.
        Thread other = new Thread(() -> {
            while (!isBusy.get()) {
                Thread.onSpinWait();
            }
            seen.set(sink.tryEmitNext(2));
        });
        other.start();
        sink.asFlux().take(1).subscribe(first -> {
            isBusy.set(true);
            while (seen.get() == null) {
                Thread.onSpinWait();
            }
        });
        emit(sink, 1, 2);
        return () -> String.valueOf(seen.get());
    }

    private static Supplier<String> whoCalls(Sinks.Many<Integer> sink) {
        CompletableFuture<Thread> caller = new CompletableFuture<>();
        sink.asFlux().subscribe(n -> caller.complete(Thread.currentThread()));
        emit(sink, 1, 2);
        Thread emitting = Thread.currentThread();
        return () -> caller.isDone() && caller.join() == emitting ? "the emitting thread" : "an event loop";
    }

    private static Stream<Row> cold() {
        return Stream.of(
                same(COLD, "emit before anybody subscribes", sink -> now(emit(sink, 0, 1)), "FAIL_ZERO_SUBSCRIBER"),
                same(
                        COLD,
                        "emit after the last subscriber has left",
                        sink -> {
                            reader(sink).cancel();
                            return now(emit(sink, 0, 1));
                        },
                        "FAIL_ZERO_SUBSCRIBER"),
                new Row(
                        COLD,
                        "A requests nothing, B everything; emit 1; A requests 1",
                        sink -> {
                            Reader a = reader(sink, 0);
                            Reader b = reader(sink);
                            String emitted = emit(sink, 1, 2);
                            a.request(1);
                            return () -> emitted + "; A " + a.seen() + ", B " + b.seen();
                        },
                        "FAIL_OVERFLOW; A [], B []",
                        "OK; A [1], B [1]"));
    }

    private static Stream<Row> direct() {
        return Stream.of(
                same(DIRECT, "emit before anybody subscribes", sink -> now(emit(sink, 0, 1)), "FAIL_ZERO_SUBSCRIBER"),
                same(
                        DIRECT,
                        "A requests 1; emit 3",
                        sink -> {
                            Reader a = reader(sink, 1);
                            String emitted = emit(sink, 0, 3);
                            return () -> emitted + "; A " + a.seen();
                        },
                        "OK, 2 x FAIL_OVERFLOW; A [0]"),
                same(
                        DIRECT,
                        "A requests nothing, B everything; emit 1; A requests 1; emit 2, 3",
                        sink -> {
                            Reader a = reader(sink, 0);
                            Reader b = reader(sink);
                            String emitted = emit(sink, 1, 2);
                            await().until(() -> b.seen().equals("[1]"));
                            a.request(1);
                            emit(sink, 2, 4);
                            return () -> emitted + "; A " + a.seen() + ", B " + b.seen();
                        },
                        "OK; A [2], B [1, 2, 3]"),
                same(
                        DIRECT,
                        "A requests nothing; emitNext with FAIL_FAST",
                        sink -> {
                            Reader a = reader(sink, 0);
                            sink.emitNext(1, EmitFailureHandler.FAIL_FAST);
                            return a::seen;
                        },
                        "[], OverflowException"));
    }

    private static Stream<Row> replay() {
        return Stream.concat(
                Stream.of(
                                replayed(ALL, "[0, 1, 2, 3]", "[0, 1, 2, 3, 4]"),
                                replayed(LAST, "[2, 3]", "[2, 3, 4]"),
                                replayed(AGE, "[0, 1, 2, 3]", "[0, 1, 2, 3, 4]"),
                                replayed(LAST_AND_AGE, "[2, 3]", "[2, 3, 4]"),
                                replayed(LATEST, "[3]", "[3, 4]"),
                                replayed(DEFAULT, "[3]", "[3, 4]"))
                        .flatMap(rows -> rows),
                Stream.of(
                        new Row(
                                LAST,
                                "A requests nothing; emit 10, with capacity 8",
                                sink -> {
                                    reader(sink, 0);
                                    return now(emit(sink, 0, 10));
                                },
                                "10 x OK",
                                "8 x OK, 2 x FAIL_OVERFLOW"),
                        same(
                                ALL,
                                "A requests nothing; emit 1,000",
                                sink -> {
                                    reader(sink, 0);
                                    return now(emit(sink, 0, 1_000));
                                },
                                "1000 x OK")));
    }

    private static Stream<Row> replayed(Flavour flavour, String retained, String andMore) {
        return Stream.of(
                same(
                        flavour,
                        "emit 4 while nobody is subscribed; A subscribes; emit 1; A cancels, B subscribes",
                        sink -> {
                            String emitted = emit(sink, 0, 4);
                            Reader a = reader(sink);
                            emit(sink, 4, 5);
                            await().until(() -> a.seen().equals(andMore));
                            a.cancel();
                            Reader b = reader(sink);
                            return () -> emitted + "; A " + a.seen() + ", B as many: "
                                    + (b.seen().length() >= retained.length());
                        },
                        "4 x OK; A " + andMore + ", B as many: true"),
                same(
                        flavour,
                        "emit 4, complete; A subscribes",
                        sink -> {
                            emit(sink, 0, 4);
                            sink.tryEmitComplete();
                            Reader a = reader(sink);
                            return a::seen;
                        },
                        retained + ", complete"));
    }

    // ---------------------------------------------------------------- the tests

    @ParameterizedTest
    @MethodSource("rows")
    @DisplayName("each does what it should")
    void shouldDoWhatTheRowSays(Row row) {
        assertSeen(row.happening.apply(row.flavour.model.get()), row.model);
        assertSeen(row.happening.apply(row.flavour.ours.get()), row.ours);
    }

    private static void assertSeen(Supplier<String> seen, String expected) {
        await().atMost(TopicTest.DEADLINE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .untilAsserted(() -> assertThat(seen.get()).isEqualTo(expected));
    }

    @Test
    @DisplayName("the guide lists the differences, all of them and no others")
    void guideListsTheDifferences() throws Exception {
        String table = rows().filter(Row::differs).map(Row::inTheGuide).collect(Collectors.joining("\n"));
        assertThat(Files.readString(GUIDE))
                .as("docs/guide/from-sinks.md, What changes")
                .contains(table + "\n\n");
    }
}
