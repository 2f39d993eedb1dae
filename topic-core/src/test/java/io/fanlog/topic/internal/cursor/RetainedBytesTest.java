package io.fanlog.topic.internal.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.StartPosition;
import io.fanlog.topic.internal.log.LogReader;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** L4, measured by what the appending thread allocates: nothing of it is given back while all is retained. */
class RetainedBytesTest {
    private static final int MESSAGES = 200_000;

    @ParameterizedTest
    @CsvSource({"1, false, 4.2", "64, false, 4.2", "1, true, 8.2", "64, true, 8.2"})
    @DisplayName("L4: a retained message costs at most 8 bytes and 2 percent, whatever the number of cursors")
    void shouldCostLittlePerRetainedMessage(int subscribers, boolean timed, double atMost) {
        Room room = new Room(0, MESSAGES, MESSAGES, Retention.NO_AGE, timed);
        Cursor[] cursors = new Cursor[subscribers];
        StartRule earliest = new StartRule("room", new StartPosition.Earliest(), false, 0);
        for (int i = 0; i < subscribers; i++) {
            cursors[i] = room.cursors.join(earliest, SlowSubscriberPolicy.GATE, 0);
        }
        fill(room, 20_000); // what is loaded and linked at first use is not the messages'
        readAll(room, cursors);

        long before = allocated();
        fill(room, MESSAGES - 20_000);
        readAll(room, cursors);
        double each = (allocated() - before) / (MESSAGES - 20_000.0);

        assertThat(each).isLessThan(atMost);
        assertThat(room.log.headAcquire()).isZero();
    }

    private static void fill(Room room, int messages) {
        for (int i = 0; i < messages; i++) {
            if (!room.tryPublish("payload")) {
                throw new AssertionError("refused at " + i);
            }
        }
    }

    private static void readAll(Room room, Cursor[] cursors) {
        for (Cursor cursor : cursors) {
            LogReader reader = cursor.reader();
            cursor.positionRelease(reader.storedUntil(cursor.position(), room.tail()));
        }
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
