package io.fanlog.topic.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A batch")
class BatchTest {
    private final ScriptedSource source = new ScriptedSource();
    private final Batch batch = new Batch();

    @Test
    void shouldHaveItsFirstJobClaimedByBeingOpened() {
        open(0, 1);

        assertThat(batch.hasRest()).isFalse();
        assertThat(batch.job(0)).isEqualTo(0);
        assertThat(batch.claim()).isEqualTo(-1);
    }

    @Test
    void shouldBeClaimedInOrder() {
        open(10, 4);

        List<Object> run = new ArrayList<>();
        for (int index = 0; index >= 0; index = batch.claim()) {
            run.add(batch.job(index));
        }
        assertThat(run).containsExactly(10, 11, 12, 13);
        assertThat(batch.hasRest()).isFalse();
    }

    @Test
    void shouldGiveBackWhatIsNotClaimedWithItsTickets() {
        open(100, 5);
        batch.job(0);
        batch.job(batch.claim());

        assertThat(batch.oldestTicketRacy()).isEqualTo(102);
        Rest rest = batch.takeBack();

        assertThat(rest).isNotNull();
        assertThat(rest.ticket()).isEqualTo(102);
        assertThat(jobsOf(rest)).containsExactly(102, 103, 104);
        assertThat(batch.claim()).isEqualTo(-1);
        assertThat(batch.takeBack()).isNull();
    }

    @Test
    void shouldGiveBackAClaimedJobThatWasNotStarted() {
        open(0, 3);
        assertThat(jobsOf(batch.takeBackFrom(0))).containsExactly(0, 1, 2);

        open(0, 3);
        batch.job(0);
        int claimed = batch.claim();
        batch.takeBack();
        assertThat(jobsOf(batch.takeBackFrom(claimed))).containsExactly(1);
    }

    @Test
    void shouldBeUsableAgainAfterItsRestWasTakenBack() {
        open(0, 3);
        batch.takeBack();
        open(50, 2);

        assertThat(batch.job(0)).isEqualTo(50);
        assertThat(batch.job(batch.claim())).isEqualTo(51);
    }

    @Test
    @DisplayName("Each job is either claimed or taken back when both are tried at once")
    void shouldLoseNoJobWhenClaimRacesTakeBack() throws Exception {
        int rounds = 10_000;
        CyclicBarrier barrier = new CyclicBarrier(2);
        Set<Object> seen = ConcurrentHashMap.newKeySet();
        AtomicInteger twice = new AtomicInteger();
        Thread thief = new Thread(() -> {
            for (int round = 0; round < rounds; round++) {
                await(barrier);
                Rest rest = batch.takeBack();
                if (rest != null) {
                    jobsOf(rest).forEach(job -> count(seen, twice, job));
                }
                await(barrier);
            }
        });
        thief.start();
        for (int round = 0; round < rounds; round++) {
            open(0, BatchSize.MAX);
            await(barrier);
            for (int index = 0; index >= 0; index = batch.claim()) {
                count(seen, twice, batch.job(index));
            }
            await(barrier);
            assertThat(seen).as("round %s", round).hasSize(BatchSize.MAX);
            seen.clear();
        }
        thief.join();
        assertThat(twice).hasValue(0);
    }

    private static void count(Set<Object> seen, AtomicInteger twice, Object job) {
        if (!seen.add(job)) {
            twice.incrementAndGet();
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Jobs are named by their tickets. */
    private void open(int firstTicket, int count) {
        Object[] slots = batch.slots(count);
        for (int i = 0; i < count; i++) {
            slots[i] = firstTicket + i;
        }
        batch.open(source, firstTicket, count);
    }

    static List<Object> jobsOf(Rest rest) {
        Object[] jobs = new Object[rest.size()];
        rest.moveTo(jobs, jobs.length);
        return List.of(jobs);
    }
}
