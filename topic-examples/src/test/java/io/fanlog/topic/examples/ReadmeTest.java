package io.fanlog.topic.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.worker.WorkerPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** The README's snippet compiles, runs, and stands in the README as it stands here. */
class ReadmeTest {
    private record Quake(String place) {}

    private final List<Quake> paged = new CopyOnWriteArrayList<>();
    private final List<Quake> shown = new CopyOnWriteArrayList<>();
    private final Quake quake = new Quake("Hualian");
    private final Quake another = new Quake("Amboy");

    private void page(Quake alarming) {
        paged.add(alarming);
    }

    private void show(Quake latest) {
        shown.add(latest);
    }

    @Test
    @DisplayName("the snippet pages every quake and shows the newest")
    void shouldRunTheSnippet() {
        // README begin
        try (Topics topics = Topics.create()) { // owns topics, pools and event loops
            Topic<Quake> quakes =
                    topics.topic("quakes", Quake.class).capacity(65_536).build();

            WorkerPool<Quake> alerts =
                    topics.pool("alerts").concurrency(4).handling(this::page).start();
            alerts.subscribeTo(quakes); // every quake, four at a time, in threads of its own

            Flux<Quake> live = ReactorTopics.flux(quakes, o -> o.skipToLatest(1)); // a slow screen hurts only itself
            live.subscribe(this::show);

            quakes.publish(quake).orThrow(); // OK, or says why not; never blocks
            ReactorTopics.publish(quakes, another).block(); // waits for room, without a thread
        } // gives everybody time to take what is there
        // README end
        assertThat(paged).containsExactlyInAnyOrder(quake, another);
        assertThat(shown).endsWith(another);
    }

    @Test
    @DisplayName("the README shows the code above, whatever the line breaks")
    void shouldStandInTheReadme() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/fanlog/topic/examples/ReadmeTest.java"));
        String readme = Files.readString(Path.of("../README.md"));

        String here = source.substring(source.indexOf("// README begin") + 15, source.indexOf("// README end"));
        String there = readme.substring(readme.indexOf("```java") + 7);
        there = there.substring(0, there.indexOf("```"));

        assertThat(there.replaceAll("\\s+", "")).isEqualTo(here.replaceAll("\\s+", ""));
    }
}
