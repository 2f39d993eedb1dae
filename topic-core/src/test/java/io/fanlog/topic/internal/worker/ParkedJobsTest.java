package io.fanlog.topic.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Parked jobs")
class ParkedJobsTest {
    private final ScriptedSource source = new ScriptedSource();
    private final ParkedJobs parked = new ParkedJobs();

    @Test
    void shouldComeOutOldestFirstWhateverTheOrderTheyWereGivenBackIn() {
        parked.giveBack(rest(40, 2));
        parked.giveBack(rest(8, 3));
        parked.giveBack(rest(20, 1));

        assertThat(parked.collect()).isEqualTo(6);
        assertThat(takeAll(2)).containsExactly(8, 9, 10, 20, 40, 41);
        assertThat(parked.isEmpty()).isTrue();
    }

    @Test
    void shouldNotBeEmptyBeforeTheyAreCollected() {
        assertThat(parked.isEmpty()).isTrue();
        parked.giveBack(rest(0, 1));
        assertThat(parked.isEmpty()).isFalse();
    }

    @Test
    void shouldBeGoneAfterClear() {
        parked.giveBack(rest(0, 3));
        parked.clear();
        assertThat(parked.isEmpty()).isTrue();
        assertThat(parked.oldest()).isNull();
    }

    private List<Object> takeAll(int atOnce) {
        List<Object> taken = new ArrayList<>();
        for (Rest oldest = parked.oldest(); oldest != null; oldest = parked.oldest()) {
            int count = Math.min(atOnce, oldest.size());
            Object[] slots = new Object[count];
            parked.takeOldest(slots, count);
            taken.addAll(List.of(slots));
        }
        return taken;
    }

    /** Jobs are named by their tickets. */
    private Rest rest(int ticket, int count) {
        Object[] jobs = new Object[count];
        for (int i = 0; i < count; i++) {
            jobs[i] = ticket + i;
        }
        return new Rest(source, 0, ticket, jobs);
    }
}
