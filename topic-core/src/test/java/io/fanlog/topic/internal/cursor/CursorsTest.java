package io.fanlog.topic.internal.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SequenceGapException;
import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.StartPosition;
import io.fanlog.topic.internal.log.LogReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorsTest {
    private static final long NEAR_THE_END = (1L << 62) - 3;

    @Nested
    class Limit {
        @ParameterizedTest
        @ValueSource(longs = {0, (1L << 31) - 2, NEAR_THE_END})
        @DisplayName(
                "L2: a gating cursor holds publishing back at capacity, with capacity 1 too, wherever the log begins")
        void shouldHoldBackAtCapacity(long first) {
            Room room = new Room(first, 1, 0, Retention.NO_AGE, false);
            Cursor cursor = room.joinGating();
            for (long sequence = first; sequence < first + 1_100; sequence++) {
                assertThat(room.publish("message")).isEqualTo(PublishResult.OK);
                assertThat(room.publish("message")).isEqualTo(PublishResult.FULL);
                assertThat(room.cursors.blocker()).isSameAs(cursor);
                cursor.positionRelease(sequence + 1);
                assertThat(room.cursors.blocker()).isNull();
            }
            assertThat(room.tail()).isEqualTo(first + 1_100);
        }

        @Test
        @DisplayName("L2: what is published while a gating cursor joins counts against its capacity")
        void shouldHoldBackWhatIsPublishedDuringAJoin() {
            Room room = new Room(0, 2, 0, Retention.NO_AGE, true);
            room.join(SlowSubscriberPolicy.SKIP_TO_OLDEST, 1);
            room.meanwhile(() -> {
                for (int i = 0; i < 100; i++) {
                    room.tryPublish("message");
                }
            });

            Cursor cursor = room.joinGating();

            assertThat(room.tail() - cursor.position()).isLessThanOrEqualTo(2);
        }

        @Test
        @DisplayName("L2: history from before it joined does not count")
        void shouldGateFromTheTailAtJoin() {
            Room room = new Room(0, 2, 10, Retention.NO_AGE, false);
            publish(room, 10);
            Cursor late = room.cursors.join(rule(new StartPosition.Earliest(), false), SlowSubscriberPolicy.GATE, 0);

            assertThat(late.position()).isZero();
            assertThat(room.publish("message")).isEqualTo(PublishResult.OK);
            assertThat(room.publish("message")).isEqualTo(PublishResult.OK);
            assertThat(room.publish("message")).isEqualTo(PublishResult.FULL);
            late.positionRelease(10);
            assertThat(room.publish("message")).isEqualTo(PublishResult.FULL);
            late.positionRelease(11);
            assertThat(room.publish("message")).isEqualTo(PublishResult.OK);
        }

        @Test
        @DisplayName("a join that is refused leaves the limit as it was")
        void shouldKeepTheLimitWhenAJoinIsRefused() {
            Room room = new Room(4);
            Cursor cursor = room.joinGating();
            publish(room, 4);
            cursor.positionRelease(4);
            room.cursors.advance();
            long limit = room.log.limitVolatile();

            StartRule gone = rule(new StartPosition.Sequence(0), true);
            assertThatThrownBy(() -> room.cursors.join(gone, SlowSubscriberPolicy.GATE, 0))
                    .isInstanceOf(SequenceGapException.class);

            assertThat(room.log.limitVolatile()).isEqualTo(limit).isEqualTo(8);
            assertThat(room.cursors.members()).containsExactly(cursor);
        }

        @Test
        @DisplayName(
                "nobody there and nothing retained: NO_SUBSCRIBERS; retained: accepted and reclaimed by publishers")
        void shouldAnswerWithoutSubscribers() {
            Room room = new Room(4);
            assertThat(room.publish("message")).isEqualTo(PublishResult.NO_SUBSCRIBERS);
            Cursor cursor = room.joinGating();
            assertThat(room.publish("message")).isEqualTo(PublishResult.OK);
            room.cursors.leave(cursor);
            assertThat(room.publish("message")).isEqualTo(PublishResult.NO_SUBSCRIBERS);

            Room retaining = new Room(0, 4, 3, Retention.NO_AGE, false);
            publish(retaining, 10_000);
            assertThat(retaining.tail() - retaining.log.headAcquire()).isLessThanOrEqualTo(3 + 2L * Cursors.STRIDE);
        }

        @Test
        @DisplayName("with lossy cursors only, publishing is never refused and memory is bounded, loop or not")
        void shouldNeverBeFullWithLossyOnly() {
            Room room = new Room(8);
            Cursor lossy = room.join(SlowSubscriberPolicy.DISCONNECT, 8);
            publish(room, 50_000);

            assertThat(lossy.position()).isZero();
            assertThat(room.tail() - room.log.headAcquire()).isLessThanOrEqualTo(8 + 2L * Cursors.STRIDE);
        }

        @Test
        @DisplayName("after the end every publish is CLOSED, whoever is there")
        void shouldAnswerClosedAfterTheEnd() {
            Room room = new Room(1);
            room.joinGating();
            publish(room, 1);
            Room.Waiting waiter = new Room.Waiting("waiter");
            assertThat(room.cursors.appendOrWait(waiter)).isNull();

            assertThat(room.cursors.end()).isTrue();
            assertThat(room.cursors.end()).isFalse();

            assertThat(room.publish("message")).isEqualTo(PublishResult.CLOSED);
            assertThat(room.cursors.appendOrWait(new Room.Waiting("late"))).isEqualTo(PublishResult.CLOSED);
            assertThat(waiter.answers).isZero();
            room.cursors.answerDecided();
            assertThat(waiter.answers).isEqualTo(1);
            assertThat(waiter.answered()).isEqualTo(PublishResult.CLOSED);
        }
    }

    @Nested
    class Leaving {
        @Test
        @DisplayName("C3: after a leave a publisher does not clear all that was kept; the loop does, in portions")
        void shouldCostPublishersLittle() {
            int behind = 10 * Cursors.PORTION;
            Room room = new Room(behind);
            Cursor slow = room.joinGating();
            Cursor other = room.joinGating();
            publish(room, behind);
            other.positionRelease(behind);
            room.cursors.leave(slow);

            assertThat(room.publish("message")).isEqualTo(PublishResult.OK);

            assertThat(room.log.headAcquire()).isLessThanOrEqualTo(Cursors.PORTION);
            int visits = 0;
            while (room.cursors.isReclaiming()) {
                assertThat(room.cursors.advance()).isEqualTo(-1);
                visits++;
            }
            assertThat(visits).isLessThanOrEqualTo(10);
            assertThat(room.log.headAcquire()).isEqualTo(behind);
        }

        @Test
        @DisplayName("the lag of one that left is frozen; leaving twice changes nothing")
        void shouldFreezeTheLag() {
            Room room = new Room(8);
            Cursor leaving = room.joinGating();
            Cursor staying = room.joinGating();
            publish(room, 3);
            room.cursors.leave(leaving);
            publish(room, 2);
            room.cursors.leave(leaving);

            assertThat(leaving.endTail()).isEqualTo(3);
            assertThat(room.cursors.members()).containsExactly(staying);
            assertThat(room.cursors.isEmpty()).isFalse();
        }

        @Test
        @DisplayName("the blocker is news once for each time it became one")
        void shouldTellOfABlockerOnce() {
            Room room = new Room(1);
            Cursor cursor = room.joinGating();
            publish(room, 1);

            assertThat(room.publish("message")).isEqualTo(PublishResult.FULL);
            assertThat(room.cursors.takeNewBlocker()).isSameAs(cursor);
            assertThat(room.publish("message")).isEqualTo(PublishResult.FULL);
            assertThat(room.cursors.takeNewBlocker()).isNull();

            cursor.positionRelease(1);
            publish(room, 1);
            assertThat(room.publish("message")).isEqualTo(PublishResult.FULL);
            assertThat(room.cursors.takeNewBlocker()).isSameAs(cursor);

            room.cursors.leave(cursor);
            assertThat(room.cursors.blocker()).isNull();
        }
    }

    @Nested
    class Line {
        @Test
        @DisplayName("room goes to waiters in the order in which they came, and to others only after them")
        void shouldServeInOrder() {
            Room room = new Room(0, 2, 10, Retention.NO_AGE, false);
            Cursor cursor = room.joinGating();
            publish(room, 2);
            List<Room.Waiting> waiters = List.of(waiting("a"), waiting("b"), waiting("c"));
            for (Room.Waiting waiter : waiters.subList(0, 2)) {
                assertThat(room.cursors.appendOrWait(waiter)).isNull();
            }
            assertThat(room.cursors.appendOrWait(waiters.get(2)))
                    .as("beyond maxWaiters")
                    .isEqualTo(PublishResult.FULL);

            cursor.positionRelease(1);
            assertThat(room.publish("other")).as("waiters are ahead").isEqualTo(PublishResult.FULL);
            assertThat(room.cursors.advance()).isEqualTo(-1);
            assertThat(room.publish("other")).isEqualTo(PublishResult.FULL);
            assertThat(room.cursors.waiting()).isEqualTo(1);

            cursor.positionRelease(3);
            assertThat(room.cursors.advance()).isEqualTo(-1);
            assertThat(room.publish("other")).isEqualTo(PublishResult.OK);
            room.cursors.answerDecided();

            assertThat(stored(room, 2)).containsExactly("a", "b", "other");
            assertThat(waiters).extracting(waiter -> waiter.answers).containsExactly(1, 1, 0);
        }

        @Test
        @DisplayName("one that is taken back leaves no trace and keeps nobody waiting")
        void shouldLeaveNoTrace() {
            Room room = new Room(1);
            Cursor cursor = room.joinGating();
            publish(room, 1);
            Room.Waiting waiter = waiting("a");
            assertThat(room.cursors.appendOrWait(waiter)).isNull();

            assertThat(room.cursors.withdraw(waiter)).isTrue();
            assertThat(room.cursors.withdraw(waiter)).isFalse();
            cursor.positionRelease(1);

            assertThat(room.publish("other")).isEqualTo(PublishResult.OK);
            assertThat(stored(room, 1)).containsExactly("other");
            assertThat(room.cursors.hasDecided()).isFalse();
        }

        @Test
        @DisplayName("when the last subscription leaves, those who wait are told so")
        void shouldAnswerWhenNobodyIsLeft() {
            Room room = new Room(1);
            Cursor cursor = room.joinGating();
            publish(room, 1);
            Room.Waiting waiter = waiting("a");
            assertThat(room.cursors.appendOrWait(waiter)).isNull();

            room.cursors.leave(cursor);
            assertThat(room.cursors.advance()).isEqualTo(-1);
            room.cursors.answerDecided();

            assertThat(waiter.answered()).isEqualTo(PublishResult.NO_SUBSCRIBERS);
            assertThat(room.log.headAcquire()).isEqualTo(1);
        }

        @Test
        @DisplayName("one that joins while somebody waits does not let others in before them")
        void shouldKeepTheOrderWhenSomebodyJoins() {
            Room room = new Room(1);
            Cursor cursor = room.joinGating();
            publish(room, 1);
            Room.Waiting waiter = waiting("a");
            assertThat(room.cursors.appendOrWait(waiter)).isNull();
            room.cursors.leave(cursor);

            Cursor second = room.joinGating();

            assertThat(room.publish("other")).isEqualTo(PublishResult.FULL);
            assertThat(room.cursors.advance()).isEqualTo(-1);
            assertThat(second.position()).isEqualTo(1);
            assertThat(stored(room, 1)).containsExactly("a");
        }

        @Test
        @DisplayName("an id is remembered when its message was stored, also from the line, and only then")
        void shouldRememberIdsOfStoredMessages() {
            Room room = Room.withWindow(1, 8, Duration.ofSeconds(1), 2);
            assertThat(room.cursors.appendOnce("x", "x")).isEqualTo(PublishResult.NO_SUBSCRIBERS);
            Cursor cursor = room.joinGating();
            assertThat(room.cursors.appendOnce("x", "x")).isEqualTo(PublishResult.OK);
            assertThat(room.cursors.appendOnce("x", "x")).as("before FULL").isEqualTo(PublishResult.DUPLICATE);
            assertThat(room.cursors.appendOnce("y", "y")).isEqualTo(PublishResult.FULL);
            Room.Waiting first = new Room.Waiting("y", "y");
            Room.Waiting second = new Room.Waiting("y", "y");
            assertThat(room.cursors.appendOrWait(first)).isNull();
            assertThat(room.cursors.appendOrWait(second)).isNull();

            cursor.positionRelease(1);
            assertThat(room.cursors.advance()).isEqualTo(-1);
            room.cursors.answerDecided();

            assertThat(first.answered()).isEqualTo(PublishResult.OK);
            assertThat(second.answered()).isEqualTo(PublishResult.DUPLICATE);
        }
    }

    private static StartRule rule(StartPosition position, boolean strict) {
        return new StartRule("room", position, strict, 0);
    }

    private static Room.Waiting waiting(Object slot) {
        return new Room.Waiting(slot);
    }

    private static void publish(Room room, int messages) {
        for (int i = 0; i < messages; i++) {
            assertThat(room.publish("message")).isEqualTo(PublishResult.OK);
        }
    }

    private static List<Object> stored(Room room, long from) {
        LogReader reader = new LogReader(room.log);
        List<Object> found = new ArrayList<>();
        for (long sequence = from; sequence < room.tail(); sequence++) {
            found.add(reader.slotAcquire(sequence));
        }
        return found;
    }
}
