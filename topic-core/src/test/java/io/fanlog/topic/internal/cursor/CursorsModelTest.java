package io.fanlog.topic.internal.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.StartPosition;
import io.fanlog.topic.internal.log.LogReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random sequences of join, leave, publish, wait, withdraw, read, advance and end against a model that is simple enough to
 * be seen to be right: a list of everything published, and a map of who has read how far.
 */
class CursorsModelTest {
    private static final int RUNS = 2_000;
    private static final int STEPS = 120;

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "1, 2, 0", "3, 0, 0", "7, 5, 0", "3, 0, 4611686018427387900", "2, 1, 2147483646"})
    @DisplayName("every answer is the model's, and nothing that may still be read is ever gone")
    void shouldAnswerAsTheModel(int capacity, long retained, long first) {
        for (int run = 0; run < RUNS; run++) {
            new Run(new SplittableRandom(run), capacity, retained, first).go("run " + run);
        }
    }

    private static final class Run {
        private final SplittableRandom random;
        private final int capacity;
        private final long retained;
        private final long first;
        private final Room room;

        // The model.

        private final List<Object> published = new ArrayList<>();
        private final Map<Cursor, Long> gatesFrom = new LinkedHashMap<>();
        private final Deque<Room.Waiting> line = new ArrayDeque<>();
        private final Map<Room.Waiting, PublishResult> expected = new LinkedHashMap<>();
        private boolean ended;

        Run(SplittableRandom random, int capacity, long retained, long first) {
            this.random = random;
            this.capacity = capacity;
            this.retained = retained;
            this.first = first;
            this.room = new Room(first, capacity, retained, Retention.NO_AGE, false);
        }

        void go(String name) {
            for (int step = 0; step < STEPS; step++) {
                String what = step();
                String where = name + ", step " + step + ": " + what;
                assertThat(room.tail()).as(where).isEqualTo(tail());
                assertThat(room.cursors.waiting()).as(where).isEqualTo(line.size());
                assertThat(mostBehind()).as(where + " (L2)").isLessThanOrEqualTo(capacity);
                assertThatAllIsThere(where);
            }
        }

        private String step() {
            int choice = random.nextInt(100);
            if (choice < 35) {
                return publish();
            } else if (choice < 45) {
                return publishOrWait();
            } else if (choice < 50) {
                return withdraw();
            } else if (choice < 75) {
                return read();
            } else if (choice < 88) {
                return advance();
            } else if (choice < 93) {
                return join();
            } else if (choice < 99 || random.nextInt(4) > 0) {
                return leave();
            }
            return end();
        }

        private long tail() {
            return first + published.size();
        }

        private boolean isGating(Cursor cursor) {
            return !cursor.policy().isLossy();
        }

        private long mostBehind() {
            long most = 0;
            for (Map.Entry<Cursor, Long> member : gatesFrom.entrySet()) {
                if (isGating(member.getKey())) {
                    most = Math.max(most, tail() - Math.max(member.getKey().position(), member.getValue()));
                }
            }
            return most;
        }

        /** What a publish is answered, waiters aside. */
        private PublishResult answer() {
            if (ended) {
                return PublishResult.CLOSED;
            }
            if (gatesFrom.isEmpty() && retained == 0) {
                return PublishResult.NO_SUBSCRIBERS;
            }
            return mostBehind() >= capacity ? PublishResult.FULL : PublishResult.OK;
        }

        private String publish() {
            PublishResult right = answer();
            if (right == PublishResult.OK && !line.isEmpty()) {
                right = PublishResult.FULL;
            }
            Object payload = new Object();
            assertThat(room.publish(payload)).as("publish").isEqualTo(right);
            if (right == PublishResult.OK) {
                published.add(payload);
            }
            return "publish " + right;
        }

        private String publishOrWait() {
            PublishResult right = answer();
            boolean waits = right == PublishResult.FULL || (right == PublishResult.OK && !line.isEmpty());
            Object payload = new Object();
            Room.Waiting waiter = new Room.Waiting(payload);
            PublishResult now = room.cursors.appendOrWait(waiter);
            if (waits && line.size() < capacity) {
                assertThat(now).as("waits").isNull();
                line.add(waiter);
                return "waits";
            }
            assertThat(now).as("publish or wait").isEqualTo(waits ? PublishResult.FULL : right);
            if (now == PublishResult.OK) {
                published.add(payload);
            }
            return "did not wait: " + now;
        }

        private String withdraw() {
            Room.Waiting waiter = line.peekLast();
            if (waiter == null) {
                return "nothing to withdraw";
            }
            line.removeLast();
            assertThat(room.cursors.withdraw(waiter)).as("withdraw").isTrue();
            assertThat(room.cursors.withdraw(waiter)).as("withdraw again").isFalse();
            return "withdraw";
        }

        private String read() {
            Cursor cursor = anyMember();
            if (cursor == null) {
                return "nobody to read";
            }
            if (cursor.policy().isLossy() && tail() - cursor.position() > cursor.maxLag()) {
                long target = tail() - cursor.maxLag();
                cursor.passRelease(target, target - cursor.position(), 0);
            }
            long until = Math.min(tail(), cursor.position() + random.nextInt(4));
            while (cursor.position() < until) {
                assertThat(cursor.reader().slotAcquire(cursor.position()))
                        .as("message %s", cursor.position())
                        .isSameAs(published.get((int) (cursor.position() - first)));
                cursor.positionRelease(cursor.position() + 1);
            }
            return "read up to " + until;
        }

        private String advance() {
            assertThat(room.cursors.advance()).as("expiry").isEqualTo(-1);
            serve();
            answerAll();
            return "advance";
        }

        private void serve() {
            while (!line.isEmpty()) {
                PublishResult right = answer();
                if (right == PublishResult.FULL) {
                    return;
                }
                Room.Waiting waiter = line.removeFirst();
                expected.put(waiter, right);
                if (right == PublishResult.OK) {
                    published.add(waiter.payload);
                }
            }
        }

        private void answerAll() {
            room.cursors.answerDecided();
            expected.forEach((waiter, right) -> {
                assertThat(waiter.answered()).as("answer to a waiter").isEqualTo(right);
                assertThat(waiter.answers).as("answers to a waiter").isEqualTo(1);
            });
            expected.clear();
        }

        private String join() {
            SlowSubscriberPolicy policy =
                    random.nextBoolean() ? SlowSubscriberPolicy.GATE : SlowSubscriberPolicy.SKIP_TO_OLDEST;
            StartPosition position =
                    random.nextBoolean() ? new StartPosition.Latest() : new StartPosition.LastN(random.nextInt(4));
            long back = position instanceof StartPosition.LastN lastN ? Math.min(lastN.count(), retained) : 0;
            Cursor cursor = room.cursors.join(new StartRule("room", position, true, 0), policy, capacity);
            assertThat(cursor.position()).as("start").isEqualTo(Math.max(first, tail() - back));
            gatesFrom.put(cursor, tail());
            return "join " + policy + " " + position;
        }

        private String leave() {
            Cursor cursor = anyMember();
            if (cursor == null) {
                return "nobody to leave";
            }
            gatesFrom.remove(cursor);
            room.cursors.leave(cursor);
            assertThat(cursor.endTail()).as("frozen").isEqualTo(tail());
            assertThat(room.cursors.members()).as("members").containsExactlyElementsOf(gatesFrom.keySet());
            return "leave";
        }

        private String end() {
            assertThat(room.cursors.end()).as("end").isEqualTo(!ended);
            ended = true;
            serve();
            answerAll();
            return "end";
        }

        private Cursor anyMember() {
            List<Cursor> members = List.copyOf(gatesFrom.keySet());
            return members.isEmpty() ? null : members.get(random.nextInt(members.size()));
        }

        /** What a member has not read is there, unless it is lossy and too far behind; so is what is retained. */
        private void assertThatAllIsThere(String where) {
            for (Cursor cursor : gatesFrom.keySet()) {
                assertThatIsThere(where, Math.max(cursor.position(), tail() - (isGating(cursor) ? tail() : capacity)));
            }
            assertThatIsThere(where, Math.max(first, tail() - retained));
        }

        private void assertThatIsThere(String where, long from) {
            LogReader reader = new LogReader(room.log);
            for (long sequence = from; sequence < tail(); sequence++) {
                assertThat(reader.slotAcquire(sequence))
                        .as("%s: message %s", where, sequence)
                        .isSameAs(published.get((int) (sequence - first)));
            }
        }
    }
}
