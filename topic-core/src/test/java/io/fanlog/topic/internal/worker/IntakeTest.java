package io.fanlog.topic.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.worker.SourceStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The intake of a pool, stepped by hand")
class IntakeTest {
    private static final long CHEAP_NANOS = 1;

    private final AtomicInteger signals = new AtomicInteger();
    private final ScriptedSource source = new ScriptedSource();

    @Test
    void shouldHandOutNothingBeforeASourceHasArrived() {
        Intake intake = intake(1, 32);
        assertThat(intake.mayHaveWork()).isFalse();
        assertThat(intake.fill(new Batch())).isZero();
        assertThat(source.takes).isZero();
    }

    @Test
    @DisplayName("With batches of one, jobs are started in order: none is left in a batch")
    void shouldStartInOrderWithMaxBatchOne() {
        Intake intake = intake(4, 1);
        give(intake, source, 0, 100);
        for (int job = 0; job < 100; job++) {
            Batch batch = new Batch();
            assertThat(intake.fill(batch)).isEqualTo(1);
            assertThat(batch.hasRest()).isFalse();
            assertThat(batch.job(0)).isEqualTo(job);
        }
        assertThat(intake.hasOpenBatches()).isFalse();
    }

    @Test
    void shouldHandOutOneBatchOfEachSourceInTurnAndNeverMixThem() {
        Intake intake = intake(1, 4, SourceStrategy.ROUND_ROBIN);
        ScriptedSource other = new ScriptedSource(new Rank("other", OptionalInt.empty(), 1));
        give(intake, source, 0, 6);
        give(intake, other, 100, 106);

        assertThat(fillAndRun(intake)).containsExactly(0, 1, 2, 3);
        assertThat(fillAndRun(intake)).containsExactly(100, 101, 102, 103);
        assertThat(fillAndRun(intake)).containsExactly(4, 5);
        assertThat(fillAndRun(intake)).containsExactly(104, 105);
        assertThat(fillAndRun(intake)).isEmpty();
        assertThat(intake.submittedAcquire()).isEqualTo(12);
    }

    @Test
    void shouldHandOutWhatWasGivenBackFirst() {
        Intake intake = intake(1, 4);
        give(intake, source, 0, 8);
        Batch batch = new Batch();
        intake.fill(batch);
        assertThat(batch.job(0)).isEqualTo(0);
        intake.giveBack(batch.takeBack());

        assertThat(intake.mayHaveWork()).isTrue();
        assertThat(fillAndRun(intake)).containsExactly(1, 2, 3);
        assertThat(fillAndRun(intake)).containsExactly(4, 5, 6, 7);
        assertThat(intake.submittedAcquire()).isEqualTo(8);
    }

    @Test
    @DisplayName("A job that comes while a take finds nothing is not left behind")
    void shouldLookOnceMoreAfterItHasUnqueuedASource() {
        Intake intake = intake(1, 32);
        give(intake, source, 0, 1);
        fillAndRun(intake);
        intake.arrive(source);
        source.beforeTake = () -> {
            source.beforeTake = () -> {
                source.jobs.add(7);
                assertThat(intake.arrive(source)).isTrue();
                source.beforeTake = () -> {};
            };
        };

        assertThat(fillAndRun(intake)).containsExactly(7);
        assertThat(intake.arrive(source)).as("it is queued again").isFalse();
    }

    @Test
    @DisplayName("While there is room, a source that has given all it had is asked until it would call again")
    void shouldLookAheadWhileThereIsRoom() {
        Intake intake = intake(2, 32);
        give(intake, source, 0, 1);

        assertThat(fillAndRun(intake)).containsExactly(0);
        assertThat(intake.mayHaveWork()).isFalse();
        assertThat(intake.arrive(source)).isTrue();
    }

    @Test
    @DisplayName("What a look ahead finds is parked, not lost")
    void shouldParkWhatALookAheadFinds() {
        Intake intake = intake(2, 1);
        give(intake, source, 0, 1);
        source.beforeTake = () -> {
            source.beforeTake = () -> {
                source.jobs.add(1);
                source.beforeTake = () -> {};
            };
        };

        assertThat(fillAndRun(intake)).containsExactly(0);
        assertThat(intake.mayHaveWork()).isTrue();
        assertThat(fillAndRun(intake)).containsExactly(1);
        assertThat(intake.submittedAcquire()).isEqualTo(2);
    }

    @Test
    @DisplayName("Jobs more than 32 x workers older go first, taken back from whoever has them")
    void shouldHoldTheOrderRule() {
        int workers = 2;
        Intake intake = intake(workers, 32);
        source.measured(CHEAP_NANOS);
        give(intake, source, 0, 1_000);
        Batch stuck = new Batch();
        assertThat(intake.fill(stuck)).isEqualTo(32);
        assertThat(stuck.job(0)).isEqualTo(0);

        List<Object> started = new ArrayList<>();
        while (started.size() < 999) {
            List<Object> run = fillAndRun(intake);
            assertThat(run).isNotEmpty();
            started.addAll(run);
            int newest = (int) run.get(run.size() - 1);
            for (int older = 1; older < newest - 32 * workers; older++) {
                assertThat(started).contains(older);
            }
        }
        assertThat(stuck.hasRest()).isFalse();
        assertThat(started).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("Only what a worker has sat on between two looks is taken back")
    void shouldTakeBackWhatIsStuck() {
        Intake intake = intake(2, 32);
        source.measured(CHEAP_NANOS);
        give(intake, source, 0, 64);
        Batch stuck = new Batch();
        Batch moving = new Batch();
        intake.fill(stuck);
        intake.fill(moving);

        intake.takeBackStuck();
        assertThat(stuck.hasRest()).isTrue();
        moving.claim();
        intake.takeBackStuck();

        assertThat(stuck.hasRest()).isFalse();
        assertThat(moving.hasRest()).isTrue();
        assertThat(intake.mayHaveWork()).isTrue();
    }

    @Test
    void shouldSignalWhoeverFoundSomebodyTaking() {
        Intake intake = intake(1, 32);
        give(intake, source, 0, 1);
        boolean[] ran = new boolean[1];
        source.beforeTake =
                () -> assertThat(intake.whileNobodyTakes(() -> ran[0] = true)).isFalse();

        fillAndRun(intake);

        assertThat(ran[0]).isFalse();
        assertThat(signals).hasValue(1);
        assertThat(intake.whileNobodyTakes(() -> ran[0] = true)).isTrue();
        assertThat(ran[0]).isTrue();
    }

    @Test
    void shouldDropEverythingWhenClosed() {
        Intake intake = intake(1, 2);
        give(intake, source, 0, 8);
        Batch batch = new Batch();
        intake.fill(batch);
        intake.close();
        intake.giveBack(batch.takeBack());

        assertThat(intake.mayHaveWork()).isFalse();
        assertThat(intake.fill(new Batch())).isZero();
        assertThat(intake.submittedAcquire()).isEqualTo(2);
    }

    @Test
    @DisplayName("What is taken back of a source does not run, also where a worker gives it back only afterwards")
    void shouldRetractWhatHasNotStarted() {
        Intake intake = intake(4, 4);
        source.measured(CHEAP_NANOS);
        give(intake, source, 0, 20);
        Batch open = new Batch();
        Batch inTransit = new Batch();
        Batch parked = new Batch();
        intake.fill(open);
        intake.fill(inTransit);
        intake.fill(parked);
        intake.giveBack(parked.takeBack());
        Rest late = inTransit.takeBack();

        assertThat(intake.retract(source)).containsExactly(1, 2, 3, 9, 10);
        intake.giveBack(late);
        intake.dropPast();

        assertThat(source.cameBack).containsExactly(5, 6, 7);
        assertThat(open.hasRest()).isFalse();
        assertThat(fillAndRun(intake)).startsWith(11);
    }

    @Test
    @DisplayName("Whoever takes may retract, too: a filter that purges")
    void shouldRetractWhileTaking() {
        Intake intake = intake(1, 4);
        give(intake, source, 0, 4);
        List<Object> retracted = new ArrayList<>();
        source.beforeTake = () -> retracted.addAll(intake.retract(source));
        assertThat(fillAndRun(intake)).containsExactly(0, 1, 2, 3);
        assertThat(retracted).isEmpty();
    }

    /** Of a running pool none of whose workers is active, so that there is room. */
    private Intake intake(int workers, int maxBatch) {
        return intake(workers, maxBatch, SourceStrategy.PRIORITY);
    }

    private Intake intake(int workers, int maxBatch, SourceStrategy strategy) {
        PoolConfig config =
                new PoolConfig("p", workers, maxBatch, 0, 1, 0, Thread::new, null, 0, strategy, true, false, null);
        Crew crew = new Crew(
                config,
                new Crew.Listener() {
                    @Override
                    public void rested() {}

                    @Override
                    public void lost() {}

                    @Override
                    public void threadFailed(Throwable cause) {}
                },
                () -> {
                    throw new AssertionError("no worker is needed");
                });
        crew.move(Move.START);
        return new Intake(SourceOrder.of(strategy, "p"), crew, signals::incrementAndGet);
    }

    private static void give(Intake intake, ScriptedSource source, int from, int to) {
        for (int job = from; job < to; job++) {
            source.jobs.add(job);
        }
        assertThat(intake.arrive(source)).isTrue();
    }

    private static List<Object> fillAndRun(Intake intake) {
        Batch batch = new Batch();
        List<Object> run = new ArrayList<>();
        int got = intake.fill(batch);
        for (int index = got > 0 ? 0 : -1; index >= 0; index = batch.claim()) {
            run.add(batch.job(index));
        }
        assertThat(run).hasSize(got);
        return run;
    }
}
