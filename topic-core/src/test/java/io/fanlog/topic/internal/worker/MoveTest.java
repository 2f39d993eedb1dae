package io.fanlog.topic.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.worker.PoolStatus;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The table of moves")
class MoveTest {
    /** As in the documentation of WorkerPool, where CREATED stops by way of STOPPING; "x" is refused, "-" has no effect. */
    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
            before,   START,   PAUSE,   RESUME,  STOP,     RESTART, DRAIN,    CLOSE
            CREATED,  RUNNING, x,       x,       STOPPING, x,       CLOSED,   CLOSED
            RUNNING,  -,       PAUSING, -,       STOPPING, x,       DRAINING, CLOSED
            PAUSING,  x,       -,       RUNNING, STOPPING, x,       DRAINING, CLOSED
            PAUSED,   x,       -,       RUNNING, STOPPING, x,       DRAINING, CLOSED
            STOPPING, x,       x,       x,       -,        RUNNING, CLOSED,   CLOSED
            STOPPED,  x,       x,       x,       -,        RUNNING, CLOSED,   CLOSED
            DRAINING, x,       x,       x,       x,        x,       -,        CLOSED
            CLOSED,   x,       x,       x,       -,        x,       -,        -
            """)
    void shouldLeadWhereTheTableSays(
            PoolStatus before,
            String start,
            String pause,
            String resume,
            String stop,
            String restart,
            String drain,
            String close) {
        Map<Move, String> expected = Map.of(
                Move.START, start,
                Move.PAUSE, pause,
                Move.RESUME, resume,
                Move.STOP, stop,
                Move.RESTART, restart,
                Move.DRAIN, drain,
                Move.CLOSE, close);
        for (Move move : Move.values()) {
            PoolStatus after = move.from(before);
            String cell = after == null ? "x" : after == before ? "-" : after.name();
            assertThat(cell).as("%s in %s", move, before).isEqualTo(expected.get(move));
        }
    }
}
