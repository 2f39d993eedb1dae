package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SignalListTest {
    private final SignalList list = new SignalList();

    @Test
    @DisplayName("what was pushed first comes first, and the depth counts")
    void firstInFirstOut() {
        assertThat(list.isEmpty()).isTrue();
        assertThat(list.takeAll()).isNull();
        for (int i = 0; i < 5; i++) {
            assertThat(list.push(new Numbered(0, i))).isEqualTo(i + 1);
        }
        assertThat(list.isEmpty()).isFalse();
        assertThat(numbers(list.takeAll())).containsExactly(0, 1, 2, 3, 4);
        assertThat(list.isEmpty()).isTrue();
        assertThat(list.push(new Numbered(0, 0))).isEqualTo(1);
    }

    @Test
    @DisplayName("closing hands out the rest and refuses what comes after")
    void close() {
        list.push(new Numbered(0, 1));
        assertThat(numbers(list.close())).containsExactly(1);
        assertThat(list.push(new Numbered(0, 2))).isZero();
        assertThat(list.isEmpty()).isTrue();
    }

    @Test
    @DisplayName(
            "three threads push and one takes, then closes: all that was accepted comes once, each thread's in order")
    void conservation() throws Exception {
        int each = 200_000;
        List<CompletableFuture<Integer>> pushers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int pusher = i;
            pushers.add(CompletableFuture.supplyAsync(() -> {
                int accepted = 0;
                while (accepted < each && list.push(new Numbered(pusher, accepted)) > 0) {
                    accepted++;
                }
                return accepted;
            }));
        }
        int[] taken = new int[3];
        while (taken[0] + taken[1] + taken[2] < 2 * each) {
            count(list.takeAll(), taken);
        }
        count(list.close(), taken);
        for (int i = 0; i < 3; i++) {
            assertThat(pushers.get(i).get(30, TimeUnit.SECONDS)).isEqualTo(taken[i]);
        }
    }

    private static void count(Link first, int[] taken) {
        for (Link link = first; link != null; link = link.next) {
            Numbered numbered = (Numbered) link;
            assertThat(numbered.number).isEqualTo(taken[numbered.pusher]++);
        }
    }

    private static List<Integer> numbers(Link first) {
        List<Integer> numbers = new ArrayList<>();
        for (Link link = first; link != null; link = link.next) {
            numbers.add(((Numbered) link).number);
        }
        return numbers;
    }

    private static final class Numbered extends Link {
        final int pusher;
        final int number;

        Numbered(int pusher, int number) {
            this.pusher = pusher;
            this.number = number;
        }
    }
}
