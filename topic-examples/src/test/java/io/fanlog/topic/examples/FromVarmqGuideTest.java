package io.fanlog.topic.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.Job;
import io.fanlog.topic.worker.JobGroup;
import io.fanlog.topic.worker.JobHandle;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.ResultQueue;
import io.fanlog.topic.worker.SourceStrategy;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The snippets of docs/guide/from-varmq.md, compiled and run. */
class FromVarmqGuideTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Topics topics = Topics.create();
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final List<String> kept = new CopyOnWriteArrayList<>();
    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final WorkerPool<String> desk = topics.pool("desk").handling(this::send);

    @AfterEach
    void close() {
        topics.close(Duration.ZERO);
    }

    private void send(String letter) {
        sent.add(letter);
    }

    private void keep(String letter) {
        kept.add(letter);
    }

    private void refuse(String letter) {
        throw new IllegalStateException("no stamp");
    }

    private void log(String line) {
        logged.add(line);
    }

    private static void awaitThat(ThrowingRunnable holds) {
        await().atMost(DEADLINE).untilAsserted(holds);
    }

    @Test
    void shouldHandleWhatIsAddedBeforeItCloses() {
        try (Topics topics = Topics.create()) {
            WorkerPool<String> mailer =
                    topics.pool("mailer").concurrency(4).handling(this::send).start();
            JobQueue<String> letters = mailer.bindQueue();
            letters.add("hello").orThrow();
        } // closing waits for what is there
        assertThat(sent).containsExactly("hello");
    }

    @Test
    void shouldTellTheErrorHandler() {
        WorkerPool<String> careful = topics.pool("careful")
                .onError((pool, error) -> log(pool.name() + ": " + error.getMessage()))
                .handling(this::refuse)
                .start();
        careful.bindQueue().add("hello").orThrow();

        awaitThat(() -> assertThat(logged).containsExactly("careful: no stamp"));
    }

    @Test
    void shouldGiveErrorsAndResults() throws Exception {
        JobQueue<String> letters = desk.start().bindQueue();
        JobHandle<?> sending = letters.submit("hello").orThrow();
        sending.await(Duration.ofSeconds(5)); // returns, or throws what the handler threw
        assertThat(sent).containsExactly("hello");

        ResultQueue<String, Integer> lengths =
                topics.pool("lengths").computing(String::length).start().bindQueue();
        JobHandle<Integer> length = lengths.submit("hello").orThrow();
        int five = length.await(Duration.ofSeconds(5)); // or length.result(), a CompletableFuture
        assertThat(five).isEqualTo(5);

        JobGroup<Integer> group =
                lengths.addAll(List.of(Job.of("one"), Job.of("three"), Job.of("seventeen", o -> o.id("17"))));
        int sum =
                group.results(Duration.ofSeconds(5)).mapToInt(Integer::intValue).sum(); // in the order they end
        assertThat(sum).isEqualTo(17);
    }

    @Test
    void shouldHandOutByPriority() {
        JobQueue<String> patients = desk.bindQueue(o -> o.byPriority(5)); // of those who come without one
        patients.add("cough").orThrow();
        patients.add("heart attack", o -> o.priority(1)).orThrow();
        desk.start();

        awaitThat(() -> assertThat(sent).containsExactly("heart attack", "cough"));
    }

    @Test
    void shouldKeepASecondOneOfTheSameIdOut() {
        JobQueue<String> reports = desk.bindQueue(o -> o.idGenerator(customer -> customer));
        AddResult first = reports.add("ada"); // ACCEPTED
        AddResult second = reports.add("ada"); // DUPLICATE
        AddResult third = reports.add("ada", o -> o.id("ada, in colour")); // ACCEPTED: its own id

        assertThat(List.of(first, second, third))
                .containsExactly(AddResult.ACCEPTED, AddResult.DUPLICATE, AddResult.ACCEPTED);
    }

    @Test
    void shouldTakeFromSeveralSourcesAndBePausedMeanwhile() throws InterruptedException {
        Topic<String> news = topics.topic("news", String.class).build();
        WorkerPool<String> crew = topics.pool("crew")
                .strategy(SourceStrategy.ROUND_ROBIN)
                .handling(this::send)
                .start();
        JobQueue<String> shared = topics.queue("shared", String.class); // no pool of its own: for producers
        crew.bind(shared);
        crew.subscribeTo(news); // a topic is a source like any other
        shared.add("a job").orThrow();
        news.publish("a message").orThrow();

        crew.resize(8); // at once
        crew.pause(); // starts nothing any more; what runs ends
        boolean paused = crew.waitUntilPaused(Duration.ofSeconds(5)); // or crew.whenPaused(), a future
        crew.resume();
        boolean idle = crew.waitUntilIdle(Duration.ofSeconds(5)); // nothing running, pending or waiting

        assertThat(paused).isTrue();
        assertThat(idle).isTrue();
        assertThat(sent).containsExactlyInAnyOrder("a job", "a message");
    }

    @Test
    void shouldGiveEveryPoolEveryMessage() {
        Topic<String> news = topics.topic("news", String.class).capacity(1_024).build();
        WorkerPool<String> mail = topics.pool("mail").handling(this::send).start();
        WorkerPool<String> archive = topics.pool("archive").handling(this::keep).start();
        mail.subscribeTo(news);
        archive.subscribeTo(news, o -> o.skipToOldest(100)); // where VarMQ has one rule, each subscriber has its own
        news.publish("it is spring").orThrow();

        awaitThat(() -> assertThat(sent).containsExactly("it is spring"));
        awaitThat(() -> assertThat(kept).containsExactly("it is spring"));
    }
}
