package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Stepped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording shows of topics: events without a dependency, and without the payloads. */
class FlightRecordingTest {
    private static final String PREFIX = "io.fanlog.topic.";
    private static final String SECRET = "the payload";

    @TempDir
    Path directory;

    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    private List<RecordedEvent> recorded(Runnable action) throws IOException {
        Path file = directory.resolve("flight.jfr");
        try (Recording recording = new Recording()) {
            for (String name : List.of("Refused", "MovedPast", "Blocked", "StalledLoop")) {
                recording.enable(PREFIX + name);
            }
            recording.start();
            action.run();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> ours = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith(PREFIX))
                .toList();
        assertThat(ours.toString()).doesNotContain(SECRET);
        return ours;
    }

    private static List<RecordedEvent> of(String name, List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(PREFIX + name))
                .toList();
    }

    private Topic<String> secrets(int capacity) {
        return stepped.topics()
                .topic("secrets", String.class)
                .capacity(capacity)
                .build();
    }

    @Test
    void shouldRecordWhoBlocksATopicAndWhatIsRefused() throws IOException {
        Topic<String> topic = secrets(2);
        Probe<String> slow = new Probe<String>(Flavour.REACTIVE).to(topic, 0, o -> o.label("slow"));
        List<RecordedEvent> events = recorded(() -> {
            for (int i = 0; i < 5; i++) {
                assertThat(topic.publish(SECRET)).isNotNull();
            }
        });
        assertThat(slow.handle().lag()).isEqualTo(2);
        assertThat(of("Blocked", events)).singleElement().satisfies(event -> {
            assertThat(event.getString("topic")).isEqualTo("secrets");
            assertThat(event.getString("blocker")).isEqualTo("slow");
            assertThat(event.getInt("capacity")).isEqualTo(2);
            assertThat(event.getLong("lag")).isEqualTo(2);
        });
        assertThat(of("Refused", events)).singleElement().satisfies(event -> {
            assertThat(event.getString("topic")).isEqualTo("secrets");
            assertThat(event.getString("reason")).isEqualTo("FULL");
            assertThat(event.getLong("total")).isEqualTo(1);
            assertThat(event.getStackTrace().getFrames())
                    .as("shows who published")
                    .anyMatch(frame -> frame.getMethod()
                            .getType()
                            .getName()
                            .equals(getClass().getName()));
        });
    }

    @Test
    void shouldRecordAtMostTenRefusalsASecondOfOneReasonAndTellAll() throws IOException {
        Topic<String> topic = secrets(1);
        List<RecordedEvent> events = recorded(() -> {
            refuse(topic, PublishResult.NO_SUBSCRIBERS, 1_000);
            stepped.clock().advance(Duration.ofMillis(99));
            refuse(topic, PublishResult.NO_SUBSCRIBERS, 1);
            stepped.clock().advance(Duration.ofMillis(1));
            refuse(topic, PublishResult.NO_SUBSCRIBERS, 1);
            topic.close();
            refuse(topic, PublishResult.CLOSED, 3);
        });
        assertThat(of("Refused", events))
                .extracting(event -> event.getString("reason") + " " + event.getLong("total"))
                .containsExactly("NO_SUBSCRIBERS 1", "NO_SUBSCRIBERS 1002", "CLOSED 1");
    }

    private static void refuse(Topic<String> topic, PublishResult why, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(topic.publish(SECRET)).isEqualTo(why);
        }
    }

    @Test
    void shouldRecordWhatASubscriptionIsMovedPast() throws IOException {
        Topic<String> topic = secrets(8);
        topic.subscribe(payload -> {}, o -> o.label("page").skipToLatest(2));
        stepped.run();
        List<RecordedEvent> events = recorded(() -> {
            for (int i = 0; i < 5; i++) {
                topic.publish(SECRET).orThrow();
            }
            stepped.run();
        });
        assertThat(of("MovedPast", events)).singleElement().satisfies(event -> {
            assertThat(event.getString("topic")).isEqualTo("secrets");
            assertThat(event.getString("subscription")).isEqualTo("page");
            assertThat(event.getString("policy")).isEqualTo("SKIP_TO_LATEST");
            assertThat(event.getLong("count")).isEqualTo(4);
            assertThat(event.getLong("missed")).isEqualTo(4);
            assertThat(event.getStackTrace()).as("always the loop's").isNull();
        });
    }

    @Test
    void shouldRecordALoopThatIsBlockedWhileItIs() {
        List<RecordedEvent> events = new CopyOnWriteArrayList<>();
        CountDownLatch release = new CountDownLatch(1);
        Dispatcher loops = Dispatcher.builder()
                .loops(1)
                .name("watched")
                .stallAfter(Duration.ofMillis(50))
                .build();
        try (RecordingStream stream = new RecordingStream();
                Topics topics = Topics.builder().dispatcher(loops).build()) {
            stream.enable(PREFIX + "StalledLoop");
            stream.setReuse(false);
            stream.onEvent(PREFIX + "StalledLoop", events::add);
            stream.startAsync();
            Topic<String> topic = topics.topic("secrets", String.class).build();
            topic.subscribe(payload -> release.await());
            topic.publish(SECRET).orThrow();
            await().atMost(Duration.ofSeconds(20)).until(() -> !events.isEmpty());
            assertThat(release.getCount()).as("it is still blocked").isEqualTo(1);
            RecordedEvent first = events.get(0);
            assertThat(first.getString("loop")).isEqualTo("watched-loop-1");
            assertThat(first.<RecordedThread>getValue("thread").getJavaName()).isEqualTo("watched-loop-1");
            assertThat(first.getDuration("lasting")).isGreaterThanOrEqualTo(Duration.ofMillis(50));
            assertThat(first.getString("at")).contains(getClass().getName()).doesNotContain(SECRET);
        } finally {
            release.countDown();
            loops.close();
        }
    }

    @Test
    void shouldRecordNothingWhenNobodyRecords() {
        Topic<String> topic = secrets(1);
        assertThat(topic.publish(SECRET)).isEqualTo(PublishResult.NO_SUBSCRIBERS);
        assertThat(topic.stats().refused()).containsEntry(PublishResult.NO_SUBSCRIBERS, 1L);
    }

    @Test
    void shouldBeListedInTheGuideWithTheirFields() throws IOException {
        Topic<String> topic = secrets(1);
        topic.subscribe(payload -> {}, o -> o.skipToLatest(1));
        Topic<String> gated =
                stepped.topics().topic("gated", String.class).capacity(1).build();
        Probe<String> slow = new Probe<String>(Flavour.REACTIVE).to(gated, 0, o -> o);
        List<RecordedEvent> events = recorded(() -> {
            topic.publish(SECRET).orThrow();
            topic.publish(SECRET).orThrow();
            stepped.run();
            gated.publish(SECRET).orThrow();
            refuse(gated, PublishResult.FULL, 1);
        });
        assertThat(slow.handle().lag()).isEqualTo(1);
        List<String> guide = Files.readAllLines(Path.of("../docs/guide/metrics.md"));
        assertThat(events).extracting(event -> event.getEventType().getName()).hasSize(3);
        assertThat(events)
                .allSatisfy(event -> assertThat(guide)
                        .anyMatch(line -> line.startsWith("| `"
                                + event.getEventType().getName() + "` | "
                                + event.getFields().stream()
                                        .map(ValueDescriptor::getName)
                                        .filter(name -> !List.of("startTime", "duration", "eventThread", "stackTrace")
                                                .contains(name))
                                        .collect(Collectors.joining(", "))
                                + " |")));
    }

    @Test
    void shouldDescribeEachEventAndItsFieldsInTheRecording() throws IOException {
        Topic<String> topic = secrets(1);
        recorded(() -> refuse(topic, PublishResult.NO_SUBSCRIBERS, 1));
        Supplier<List<jdk.jfr.EventType>> types = () -> FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .filter(type -> type.getName().startsWith(PREFIX))
                .toList();
        assertThat(types.get()).isNotEmpty().allSatisfy(type -> {
            assertThat(type.getLabel()).isNotBlank();
            assertThat(type.getDescription()).isNotBlank();
            assertThat(type.getCategoryNames()).containsExactly("Fanlog");
            assertThat(type.getFields()).extracting(ValueDescriptor::getLabel).doesNotContainNull();
        });
    }
}
