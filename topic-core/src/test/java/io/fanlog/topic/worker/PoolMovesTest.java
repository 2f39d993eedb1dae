package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fanlog.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Every move in every status")
class PoolMovesTest extends PoolFixture {
    /** As in the documentation of PoolControl; "x" is refused, "-" has no effect. */
    private static final String TABLE = """
            before    start    pause    resume   stop      restart  drain     close
            CREATED   RUNNING  x        x        STOPPED   x        CLOSED    CLOSED
            RUNNING   -        PAUSING  -        STOPPING  x        DRAINING  CLOSED
            PAUSING   x        -        RUNNING  STOPPING  x        DRAINING  CLOSED
            PAUSED    x        -        RUNNING  STOPPED   x        DRAINING  CLOSED
            STOPPING  x        x        x        -         RUNNING  CLOSED    CLOSED
            STOPPED   x        x        x        -         RUNNING  CLOSED    CLOSED
            DRAINING  x        x        x        x         x        -         CLOSED
            CLOSED    x        x        x        -         x        -         -
            """;

    private static final Map<String, Moving> MOVES = Map.of(
            "start", WorkerPool::start,
            "pause", PoolControl::pause,
            "resume", PoolControl::resume,
            "stop", PoolControl::stop,
            "restart", PoolControl::restart,
            "drain", pool -> assertThat(pool.drainAsync(SOON)).isNotCancelled(),
            "close", PoolControl::close);

    private final Gate gate = new Gate();
    private final Topic<Integer> topic = topic("t");

    /** Of so many waits each is to be short. */
    private static ConditionFactory soon() {
        return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    private interface Moving {
        void move(WorkerPool<Object> pool);
    }

    static Stream<Arguments> cells() {
        List<List<String>> rows = TABLE.lines()
                .map(line -> Pattern.compile(" +").splitAsStream(line).toList())
                .toList();
        List<String> moves = rows.get(0);
        return rows.stream()
                .skip(1)
                .flatMap(row -> IntStream.range(1, moves.size())
                        .mapToObj(at -> Arguments.of(PoolStatus.valueOf(row.get(0)), moves.get(at), row.get(at))));
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @MethodSource("cells")
    void shouldDoWhatTheTableSays(PoolStatus before, String move, String cell) throws Exception {
        WorkerPool<Object> pool = poolThatIs(before);
        assertThat(pool.status()).isEqualTo(before);

        Throwable refusal = catchThrowable(() -> MOVES.get(move).move(pool));

        if (cell.equals("x")) {
            assertThat(refusal)
                    .isInstanceOf(PoolStateException.class)
                    .hasMessageContaining("'p' is " + before)
                    .hasMessageContaining(move.toLowerCase(Locale.ROOT));
            assertThat(((PoolStateException) refusal).status()).isEqualTo(before);
        } else {
            assertThat(refusal).isNull();
        }
        PoolStatus after = cell.equals("x") || cell.equals("-") ? before : PoolStatus.valueOf(cell);
        soon().until(() -> pool.status() == after); // PAUSED drains by running what is left
        gate.open();
        settles(pool, after);
    }

    /** A pool of one worker that sits on a job, with three more waiting; where nothing runs the gate is as good as open. */
    private WorkerPool<Object> poolThatIs(PoolStatus wanted) throws InterruptedException {
        WorkerPool<Object> pool = topics.pool("p").maxBatch(1).handling(gate);
        pool.subscribeTo(topic, o -> o.resumable("p"));
        if (wanted == PoolStatus.CREATED) {
            return pool;
        }
        pool.start();
        switch (wanted) {
            case PAUSED -> assertThat(pool.pauseAndWait()).isTrue();
            case STOPPED -> assertThat(pool.stopAndWait()).isTrue();
            case CLOSED -> pool.close();
            default -> {
                publish(topic, 0, 4);
                soon().until(() -> gate.running.get() == 1);
                switch (wanted) {
                    case PAUSING -> pool.pause();
                    case STOPPING -> pool.stop();
                    case DRAINING -> assertThat(pool.drainAsync(SOON)).isNotDone();
                    default -> assertThat(wanted).isEqualTo(PoolStatus.RUNNING);
                }
            }
        }
        if (wanted == PoolStatus.PAUSED) {
            publish(topic, 0, 4);
        }
        return pool;
    }

    /** When the running job has ended, what was on its way arrives, and every job was handled or is where it belongs. */
    private void settles(WorkerPool<Object> pool, PoolStatus after) {
        PoolStatus rests = switch (after) {
            case PAUSING -> PoolStatus.PAUSED;
            case STOPPING -> PoolStatus.STOPPED;
            case DRAINING -> PoolStatus.CLOSED;
            default -> after;
        };
        soon().until(() -> pool.status() == rests && pool.stats().inFlight() == 0);
        if (after == PoolStatus.RUNNING) {
            soon().until(() -> pool.stats().pending() == 0 && topic.stats().tail() == gate.done.get());
        }
        if (after == PoolStatus.DRAINING) {
            assertThat(gate.done).hasValue((int) topic.stats().tail());
        }
        assertConserved(pool.stats());
    }

    @ParameterizedTest
    @CsvSource({
        "PAUSED, true",
        "PAUSING, true",
        "STOPPED, true",
        "CREATED, true",
        "RUNNING, true",
        "DRAINING, true",
        "CLOSED, false"
    })
    @DisplayName("A resize is possible in any status but CLOSED, where it has no effect")
    void shouldResizeInAnyStatus(PoolStatus status, boolean changes) throws Exception {
        WorkerPool<Object> pool = poolThatIs(status);
        pool.resize(3);
        assertThat(pool.concurrency()).isEqualTo(changes ? 3 : 1);
        gate.open();
    }

    @ParameterizedTest
    @CsvSource({"STOPPING", "STOPPED", "DRAINING", "CLOSED"})
    void shouldTakeNoSourceWhereItKeepsNone(PoolStatus status) throws Exception {
        WorkerPool<Object> pool = poolThatIs(status);
        assertThatExceptionOfType(PoolStateException.class)
                .isThrownBy(() -> pool.subscribeTo(topic))
                .withMessageContaining("'p' is " + status)
                .withMessageContaining("subscribeTo");
        assertThatExceptionOfType(PoolStateException.class)
                .isThrownBy(() -> pool.bindQueue())
                .withMessageContaining("bind");
        gate.open();
        pool.close(Duration.ZERO);
    }
}
