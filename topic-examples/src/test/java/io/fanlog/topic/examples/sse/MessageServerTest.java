package io.fanlog.topic.examples.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.examples.sse.Browser.Event;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What browsers see of a topic. */
class MessageServerTest {
    @Test
    void shouldStreamWhatIsPostedWithItsPlaceInTheTopic() throws Exception {
        try (Serving serving = Serving.with()) {
            Browser browser = serving.browser();
            await().atMost(Serving.PATIENCE).until(() -> browser.lastEventId().equals(serving.id(-1)));

            assertThat(serving.post("{ \"place\": \"Hualian\",\n\"magnitude\": 4.60 }")
                            .statusCode())
                    .isEqualTo(202);
            serving.post("[1]");

            await().atMost(Serving.PATIENCE).until(() -> browser.count() == 2);
            assertThat(browser.events())
                    .containsExactly(
                            new Event("message", serving.id(0), "{\"place\":\"Hualian\",\"magnitude\":4.6}"),
                            new Event("message", serving.id(1), "[1]"));
        }
    }

    @Test
    void shouldResumeBehindTheLastMessageThatTheBrowserHas() {
        try (Serving serving = Serving.with()) {
            publish(serving, 0, 5);

            Browser back = serving.resume(serving.id(1));
            await().atMost(Serving.PATIENCE).until(() -> back.count() == 3);
            publish(serving, 5, 6);

            await().atMost(Serving.PATIENCE).until(() -> back.count() == 4);
            assertThat(back.messages()).containsExactly("2", "3", "4", "5");
            assertThat(back.events()).hasSize(4);
        }
    }

    @Test
    void shouldResumeAlsoWhenTheBrowserWasCutOffBeforeItsFirstMessage() {
        try (Serving serving = Serving.with()) {
            publish(serving, 0, 3);
            Browser first = serving.browser();
            await().atMost(Serving.PATIENCE).until(() -> !first.lastEventId().isEmpty());
            first.close();
            publish(serving, 3, 5);

            Browser back = serving.resume(first.lastEventId());

            await().atMost(Serving.PATIENCE).until(() -> back.count() == 2);
            assertThat(back.messages()).containsExactly("3", "4");
        }
    }

    @Test
    void shouldStateTheGapWhenThePlaceIsNoLongerKept() {
        try (Serving serving = Serving.with("--keep", "3")) {
            publish(serving, 0, 10);

            Browser back = serving.resume(serving.id(1));

            await().atMost(Serving.PATIENCE).until(() -> back.count() == 3);
            assertThat(back.events().get(0))
                    .isEqualTo(new Event("gap", serving.id(6), "{\"reason\":\"no longer kept\",\"missed\":5}"));
            assertThat(back.messages()).containsExactly("7", "8", "9");
        }
    }

    @Test
    void shouldStateTheGapWhenThePlaceIsAheadOfTheTopic() {
        try (Serving serving = Serving.with()) {
            publish(serving, 0, 2);

            Browser strange = serving.resume(serving.id(40));
            await().atMost(Serving.PATIENCE).until(() -> !strange.events().isEmpty());
            publish(serving, 2, 3);

            await().atMost(Serving.PATIENCE).until(() -> strange.count() == 1);
            assertThat(strange.events())
                    .containsExactly(
                            new Event("gap", serving.id(1), "{\"reason\":\"not yet published\",\"missed\":0}"),
                            new Event("message", serving.id(2), "2"));
        }
    }

    @Test
    void shouldStateTheGapAfterARestartAndGoOnFromWhatTheNewTopicHas() throws Exception {
        Browser before;
        try (Serving serving = Serving.with()) {
            before = serving.browser();
            await().atMost(Serving.PATIENCE).until(() -> !before.lastEventId().isEmpty());
            publish(serving, 0, 2);
        }
        before.ended().get(60, TimeUnit.SECONDS); // in good order, with all that was accepted
        assertThat(before.messages()).containsExactly("0", "1");

        try (Serving restarted = Serving.with()) {
            publish(restarted, 100, 103);
            Browser back = restarted.resume(before.lastEventId());

            await().atMost(Serving.PATIENCE).until(() -> back.count() == 3);
            assertThat(back.events().get(0))
                    .isEqualTo(new Event("gap", restarted.id(-1), "{\"reason\":\"another epoch\",\"missed\":null}"));
            assertThat(back.messages()).containsExactly("100", "101", "102");
        }
    }

    @Test
    void shouldRefuseALastEventIdThatNoServerHasSent() throws Exception {
        try (Serving serving = Serving.with()) {
            for (String strange : List.of("7", "x:1", "1:-2", "1:99999999999999999999")) {
                var answer = serving.get("/messages", strange);
                assertThat(answer.statusCode()).isEqualTo(400);
                assertThat(answer.body()).contains("must be epoch:sequence, got '" + strange.strip());
            }
        }
    }

    @Test
    void shouldSendACommentWhileThereIsNothingToSay() {
        try (Serving serving = Serving.with("--heartbeat", "1")) {
            Browser browser = serving.browser();

            await().atMost(Serving.PATIENCE).until(() -> browser.comments() > 0);
            assertThat(browser.events()).isEmpty();
        }
    }

    @Test
    void shouldForgetABrowserThatHasGone() {
        try (Serving serving = Serving.with()) {
            Browser browser = serving.browser();
            await().atMost(Serving.PATIENCE)
                    .until(() -> serving.topic().subscriptions().size() == 1);
            await().atMost(Serving.PATIENCE).until(() -> !browser.lastEventId().isEmpty());

            browser.close();

            await().atMost(Serving.PATIENCE)
                    .until(() -> serving.topic().subscriptions().isEmpty());
        }
    }

    @Test
    void shouldServeAPageThatReadsTheStream() throws Exception {
        try (Serving serving = Serving.with()) {
            var page = serving.get("/", "");

            assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
            assertThat(page.body()).contains("new EventSource('/messages')");
        }
    }

    private static void publish(Serving serving, int from, int to) {
        IntStream.range(from, to)
                .forEach(n -> serving.topic().publish(String.valueOf(n)).orThrow());
    }
}
