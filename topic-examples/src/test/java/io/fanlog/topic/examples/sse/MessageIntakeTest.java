package io.fanlog.topic.examples.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** What a POST is answered. */
class MessageIntakeTest {
    private static final String[] NO_ANSWER = {};

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''            | the body is empty",
                "' \n '        | the body is empty",
                "'{\"a\":'     | not JSON: Unexpected end-of-input",
                "nonsense      | not JSON: Unrecognized token",
                "1 2           | more than one JSON value",
                "'{} }'        | not JSON: Unexpected close marker"
            })
    void shouldSayWhyABodyIsNoMessage(String body, String reason) throws Exception {
        try (Serving serving = Serving.with()) {
            var answer = serving.post(body);

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).startsWith("{\"error\":\"").contains(reason);
            assertThat(serving.topic().stats().published()).isZero();
        }
    }

    @Test
    void shouldRefuseABodyThatIsTooLargeHoweverItComes() throws Exception {
        byte[] large = ("\"" + "x".repeat(99) + "\"").getBytes(UTF_8);
        try (Serving serving = Serving.with("--max-body", "100")) {
            assertThat(serving.post("\"" + "x".repeat(98) + "\"").statusCode()).isEqualTo(202);

            for (var body : List.of(
                    BodyPublishers.ofByteArray(large),
                    BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)))) { // in chunks
                var answer = serving.post("application/json", body);
                assertThat(answer.statusCode()).isEqualTo(413);
                assertThat(answer.body()).contains("at most 100 bytes");
            }
            assertThat(serving.topic().stats().published()).isOne();
        }
    }

    @Test
    void shouldAnswerTooManyRequestsWhileAReaderThatMustLoseNothingIsBehind() throws Exception {
        try (Serving serving = Serving.with("--keep", "2")) {
            BaseSubscriber<String> lossless = new BaseSubscriber<>() {
                @Override
                protected void hookOnSubscribe(Subscription subscription) {} // takes nothing until asked to
            };
            serving.topic().subscribe(lossless, o -> o.label("ledger"));
            serving.post("1");
            serving.post("2");

            var refused = serving.post("3");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");

            lossless.request(2);
            await().atMost(Serving.PATIENCE).until(() -> serving.post("3").statusCode() == 202);
            assertThat(serving.topic().stats().published()).isEqualTo(3);
            lossless.cancel();
        }
    }

    @Test
    void shouldRefuseWhatAPageOfAnotherSiteCouldPostWithoutAsking() throws Exception {
        try (Serving serving = Serving.with()) {
            assertThat(serving.post("text/plain", BodyPublishers.ofString("1")).statusCode())
                    .isEqualTo(415);
            assertThat(serving.post("application/json; charset=utf-8", BodyPublishers.ofString("1"))
                            .statusCode())
                    .isEqualTo(202);
        }
    }

    @Test
    void shouldAnswerUnavailableWhenTheTopicHasEnded() throws Exception {
        try (Serving serving = Serving.with()) {
            serving.topic().complete();

            var answer = serving.post("1");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("CLOSED");
        }
    }

    @Test
    void shouldNeverPrintOrLogWhatIsInAMessage() throws Exception {
        List<String> logged = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public synchronized void publish(LogRecord line) {
                logged.add(line.getMessage()
                        + line.getThrown()
                        + List.of(line.getParameters() == null ? NO_ANSWER : line.getParameters()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        try (Serving serving = Serving.with("--audit", "--max-body", "100")) {
            Browser browser = serving.browser();
            await().atMost(Serving.PATIENCE).until(() -> !browser.lastEventId().isEmpty());
            serving.post("\"swordfish\"");
            serving.post("swordfish");
            serving.post("\"swordfish" + "x".repeat(100) + "\"");

            await().atMost(Serving.PATIENCE).until(() -> browser.count() == 1);
            await().atMost(Serving.PATIENCE).until(() -> serving.printed().endsWith("characters\n"));
            assertThat(serving.printed()).isEqualTo(serving.id(0) + " 11 characters\n");
        } finally {
            root.removeHandler(handler);
        }
        assertThat(logged).noneMatch(line -> line.contains("swordfish"));
    }
}
