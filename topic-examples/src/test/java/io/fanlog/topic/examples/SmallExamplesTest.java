package io.fanlog.topic.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Each small example prints what it promises. */
class SmallExamplesTest {
    private static final String[] NONE = {};

    @Test
    void shouldDeliverTheGreetingInFiveLineStart() throws Exception {
        assertThat(CapturedOutput.of(() -> FiveLineStart.main(NONE))).containsExactly("received hello");
    }

    @Test
    void shouldShowTheAnswerOfEachSlowSubscriberPolicy() throws Exception {
        assertThat(CapturedOutput.of(() -> SlowSubscriberPolicies.main(NONE)))
                .containsExactly(
                        "gate: FULL 2 times, got [1, 2, 3, 4], missed 0, COMPLETED",
                        "skip to oldest: FULL 0 times, got [4, 5, 6], missed 3, COMPLETED",
                        "skip to latest: FULL 0 times, got [6], missed 5, COMPLETED",
                        "disconnect: FULL 0 times, got [], missed 0, FAILED");
    }

    @Test
    void shouldReplayToLateJoinersFromWhereTheyChooseAndThenGoOnLive() throws Exception {
        List<String> lines = CapturedOutput.of(() -> ReplayForLateJoiners.main(NONE));

        assertThat(linesOf("earliest", lines)).containsExactly("reads three", "reads four", "reads five", "reads six");
        assertThat(linesOf("last", lines)).containsExactly("reads five", "reads six");
        assertThat(linesOf("latest", lines)).containsExactly("reads six");
        assertThat(linesOf("all", lines))
                .containsExactlyInAnyOrder("reads three", "reads four", "reads five", "reads six", "missed 2");
        assertThat(lines).hasSize(12);
    }

    @Test
    void shouldRunAsManyJobsAtOnceAsThePoolIsResizedTo() throws Exception {
        assertThat(CapturedOutput.of(() -> PoolWithResize.main(NONE)))
                .containsExactly(
                        "concurrency 2: in flight 2", "concurrency 8: in flight 8", "complete: true", "succeeded 8");
    }

    @Test
    void shouldHaveManyCallsUnderwayAndTheirAnswersInOrder() throws Exception {
        assertThat(CapturedOutput.of(() -> CallsWithoutThreads.main(NONE)))
                .containsExactly("complete: true", "most calls underway: 100", "answers in order: 1000");
    }

    @Test
    void shouldPourEveryTickOfTheHotFluxIntoTheTopic() throws Exception {
        assertThat(CapturedOutput.of(() -> BridgeFromHotFlux.main(NONE)))
                .containsExactly("sum 15", "pairs [[0, 1], [2, 3], [4, 5]]");
    }

    @Test
    void shouldAdmitTheWaitingPublishOnceThereIsRoom() throws Exception {
        assertThat(CapturedOutput.of(() -> WaitingPublish.main(NONE)))
                .containsExactly(
                        "publish soup: OK", "publish fish: FULL", "fish waits: true", "offer cake: FULL", "fish: OK");
    }

    @Test
    void shouldPassThroughATopicFromFlowableToFlowable() throws Exception {
        assertThat(CapturedOutput.of(() -> RxJavaInterop.main(NONE))).containsExactly("squares [1, 4, 9, 16, 25]");
    }

    @Test
    void shouldPassThroughATopicFromMultiToMulti() throws Exception {
        assertThat(CapturedOutput.of(() -> MutinyInterop.main(NONE))).containsExactly("squares [1, 4, 9, 16, 25]");
    }

    @Test
    void shouldPassThroughATopicFromSubmissionPublisherToFlowSubscriber() throws Exception {
        assertThat(CapturedOutput.of(() -> FlowInterop.main(NONE)))
                .containsExactly("square 1", "square 4", "square 9", "square 16", "square 25", "complete");
    }

    @Test
    void shouldCallPatientsByPriority() throws Exception {
        assertThat(CapturedOutput.of(() -> PriorityJobs.main(NONE)))
                .containsExactly("heart attack", "broken arm", "sore throat", "cough");
    }

    @Test
    void shouldGiveTheResultOfAJobOrWhatWentWrong() throws Exception {
        assertThat(CapturedOutput.of(() -> ResultJobs.main(NONE)))
                .containsExactly(
                        "by future: 42", "failed: java.lang.NumberFormatException: For input string: \"forty-two\"");
    }

    @Test
    void shouldTellHowManyJobsOfAGroupWereRefusedAndShowTheOthers() throws Exception {
        assertThat(CapturedOutput.of(() -> GroupOfJobs.main(NONE)))
                .startsWith("accepted 3 of 5")
                .anySatisfy(line -> assertThat(line)
                        .startsWith("refused ")
                        .contains("DUPLICATE=1")
                        .contains("FULL=1"))
                .contains("soup is ready", "fish is ready", "cake is ready")
                .endsWith("done 3")
                .hasSize(6);
    }

    @Test
    void shouldMakeAReportOnceThatWasAskedForTwice() throws Exception {
        assertThat(CapturedOutput.of(() -> JobsWithoutDuplicates.main(NONE)))
                .containsExactly(
                        "ada: ACCEPTED",
                        "ada again: DUPLICATE",
                        "bob is closed: true",
                        "bob again: ACCEPTED",
                        "made ada",
                        "made bob");
    }

    @Test
    void shouldRunAfterARestartWhatWasAddedWhileStopped() throws Exception {
        assertThat(CapturedOutput.of(() -> RestartedPool.main(NONE)))
                .containsExactly(
                        "sent first", "idle: true", "stopped: true", "pending 1", "sent second", "idle again: true");
    }

    @Test
    void shouldTakeFromTheQueueThatTheStrategyChooses() throws Exception {
        assertThat(CapturedOutput.of(() -> QueuesByStrategy.main(NONE)))
                .containsExactly(
                        "priority: [u1, u2, b1, b2, b3]",
                        "round robin: [u1, b1, u2, b2, b3]",
                        "max length: [b1, u1, b2, u2, b3]",
                        "min length: [u1, u2, b1, b2, b3]",
                        "the user's own: [b1, b2, b3, u1, u2]");
    }

    @Test
    void shouldRunFunctions() throws Exception {
        assertThat(CapturedOutput.of(() -> FunctionJobs.main(NONE)))
                .containsExactly("sum 4", "product 42", "the pool is RUNNING");
    }

    private static List<String> linesOf(String subscriber, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(subscriber + " "))
                .map(line -> line.substring(subscriber.length() + 1))
                .toList();
    }
}
