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

    private static List<String> linesOf(String subscriber, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(subscriber + " "))
                .map(line -> line.substring(subscriber.length() + 1))
                .toList();
    }
}
