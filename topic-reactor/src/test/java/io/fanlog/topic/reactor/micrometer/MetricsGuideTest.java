package io.fanlog.topic.reactor.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Envelope;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.TopicClock;
import io.fanlog.topic.worker.WorkerPool;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of meters in docs/guide/metrics.md is what is registered. */
class MetricsGuideTest {
    private static final Path GUIDE = Path.of("../docs/guide/metrics.md");

    @Test
    void shouldListEveryMeterWithItsTypeUnitAndTags() throws IOException {
        List<String> listed = rows("| `fanlog.").stream()
                .filter(cells -> cells.size() == 5)
                .map(cells -> String.join(" | ", cells.subList(0, 4)))
                .sorted()
                .toList();
        assertThat(registered()).isEqualTo(listed);
    }

    private static List<String> registered() {
        Dispatcher dispatcher = Dispatcher.stepped(TopicClock.manual(Instant.parse("2026-01-01T00:00:00Z")));
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (Topics topics = Topics.builder()
                .dispatcher(dispatcher)
                .drainTimeout(Duration.ZERO)
                .build()) {
            TopicMeters.bind(topics, registry);
            Topic<Integer> topic = topics.topic("numbers", Integer.class).build();
            WorkerPool<Integer> pool = topics.pool("alerts").handling((Integer job) -> {});
            pool.subscribeTo(topic);
            topic.subscribe(payload -> {});
            topic.publish(1).orThrow();
            while (dispatcher.step() > 0) {
                // until there is nothing to do
            }
            return registry.getMeters().stream()
                    .map(Meter::getId)
                    .map(MetricsGuideTest::line)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    private static String line(Meter.Id id) {
        List<String> order = List.of("topic", "subscription", "pool", "loop", "reason", "outcome");
        String tags = id.getTags().stream()
                .map(Tag::getKey)
                .sorted((one, other) -> order.indexOf(one) - order.indexOf(other))
                .collect(Collectors.joining(", "));
        String unit = id.getType() == Meter.Type.TIMER ? "seconds" : id.getBaseUnit();
        assertThat(id.getDescription()).as(id.getName()).isNotBlank();
        return "`" + id.getName() + "` | " + id.getType().name().toLowerCase(Locale.ROOT) + " | " + unit + " | " + tags;
    }

    @Test
    void shouldListTheKeyValuesOfTheDefaultConventions() throws IOException {
        List<String> listed = rows("| `fanlog.").stream()
                .filter(cells -> cells.size() == 4)
                .map(cells -> String.join(" ", cells.subList(0, 3)))
                .toList();
        PublishContext publish = new PublishContext("quakes");
        HandleContext handle =
                new HandleContext("screen", new TopicMessage<>("quakes", 1, 2, "payload", Envelope.EMPTY, null));
        DefaultPublishObservationConvention ofPublish = new DefaultPublishObservationConvention();
        DefaultHandleObservationConvention ofHandle = new DefaultHandleObservationConvention();
        List<String> actual = new ArrayList<>();
        ofPublish
                .getLowCardinalityKeyValues(publish)
                .forEach(each -> actual.add("`" + ofPublish.getName() + "` `" + each.getKey() + "` yes"));
        ofHandle.getLowCardinalityKeyValues(handle)
                .forEach(each -> actual.add("`" + ofHandle.getName() + "` `" + each.getKey() + "` yes"));
        ofHandle.getHighCardinalityKeyValues(handle)
                .forEach(each -> actual.add("`" + ofHandle.getName() + "` `" + each.getKey() + "` no"));
        assertThat(listed).containsExactlyInAnyOrderElementsOf(actual);
    }

    private static List<List<String>> rows(String prefix) throws IOException {
        return Files.readAllLines(GUIDE).stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)))
                .toList();
    }
}
