package io.fanlog.topic.benchmarks.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.benchmarks.harness.TrialFailure;
import io.fanlog.topic.benchmarks.harness.Workload.Lap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Every pool runs every job once")
class PoolWorkloadTest {
    private static final int JOBS = 20_000;
    private static final int FEW = 20;

    /** Every subject in every shape, with one producer and with the most that this JDK can have. */
    static Stream<Arguments> subjects() {
        ProducerPattern many = VirtualThreads.areAvailable() ? ProducerPattern.TEN_THOUSAND : ProducerPattern.HUNDRED;
        return PoolSubjects.names(new PoolCase(JobShape.LOOP10, ProducerPattern.ONE, 2)).stream()
                .flatMap(subject -> Stream.of(JobShape.values())
                        .flatMap(shape -> Stream.of(ProducerPattern.ONE, many)
                                .map(pattern -> Arguments.of(subject, shape, pattern))));
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("subjects")
    void shouldRunEachJobOnceWhoeverHandsItIn(String subject, JobShape shape, ProducerPattern pattern)
            throws Exception {
        int jobs = shape == JobShape.LOOP10 ? JOBS : FEW;

        Lap lap = new PoolWorkload(PoolSubjects.named(subject), shape, pattern, 2).run(jobs);

        assertThat(lap.nanos()).isGreaterThanOrEqualTo(shape.sleepMillis() * 1_000_000L);
        assertThat(lap.peakHeapBytes()).isNotNull();
    }

    @Test
    void shouldFailWhenAJobRunsTwice() {
        PoolWorkload twice = new PoolWorkload(c -> new Careless(2), JobShape.LOOP10, ProducerPattern.ONE, 1);

        assertThatThrownBy(() -> twice.run(10))
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("10 of 10 jobs did not run exactly once");
    }

    @Test
    void shouldFailWhenAJobIsRefused() {
        PoolWorkload refusing = new PoolWorkload(c -> new Careless(-1), JobShape.LOOP10, ProducerPattern.ONE, 1);

        assertThatThrownBy(() -> refusing.run(10))
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("a producer failed")
                .hasMessageContaining("full");
    }

    @Test
    void shouldHaveFewerJobsWhereFewThatSleepMayRunAtOnce() {
        PoolCase sleeping = new PoolCase(JobShape.SLEEP10MS, ProducerPattern.ONE, 2);

        assertThat(sleeping.jobs(300)).isEqualTo(60);
        assertThat(new PoolCase(JobShape.SLEEP10MS, ProducerPattern.ONE, 50_000).jobs(300))
                .isEqualTo(1_000_000);
        assertThat(new PoolCase(JobShape.LOOP10, ProducerPattern.ONE, 2).jobs(300))
                .isEqualTo(1_000_000);
    }

    @Test
    void shouldHaveCasesOfDifferentNamesThatLeadBackToThem() {
        List<PoolCase> all = PoolCase.all();

        assertThat(all).extracting(PoolCase::name).doesNotHaveDuplicates().contains("Loop10 1u-1Mt c2");
        assertThat(all)
                .allSatisfy(each -> assertThat(PoolCase.named(each.name())).isEqualTo(each));
        assertThat(new PoolsComparison().quickCases())
                .contains("Loop10 1u-1Mt c1", "Sleep10ms 1u-1Mt c2", "add fifo single", "add priority batch1000");
    }

    /** Runs each job so many times, or refuses it. */
    private record Careless(int times) implements PoolSubject {
        @Override
        public void submit(Job job) {
            if (times < 0) {
                throw new IllegalStateException("full");
            }
            for (int i = 0; i < times; i++) {
                job.run();
            }
        }

        @Override
        public void close() {}
    }
}
