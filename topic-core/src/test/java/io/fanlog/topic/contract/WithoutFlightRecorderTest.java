package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.PullListener;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A runtime that was linked without module jdk.jfr runs topics all the same. */
class WithoutFlightRecorderTest {

    @Test
    @DisplayName("refusals and losses are counted as ever where there is no flight recorder, on the class path")
    void onTheClassPath() throws Exception {
        assertThat(run(List.of("-cp", System.getProperty("java.class.path"), Program.class.getName())))
                .containsExactly("recorder false", "NO_SUBSCRIBERS", "FULL", "missed 2");
    }

    @Test
    @DisplayName("and on the module path, where it is required by nobody")
    void onTheModulePath() throws Exception {
        List<String> modules = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (entry.matches(
                    ".*(topic-core.target.classes|reactive-streams-1[^/]*jar|caffeine[^/]*jar|jspecify[^/]*jar)")) {
                modules.add(entry);
            }
        }
        Path tests = Path.of(Program.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        assertThat(run(List.of(
                        "-p",
                        String.join(File.pathSeparator, modules),
                        "--patch-module",
                        "io.fanlog.topic=" + tests,
                        "-m",
                        "io.fanlog.topic/" + Program.class.getName())))
                .containsExactly("recorder false", "NO_SUBSCRIBERS", "FULL", "missed 2");
    }

    private static List<String> run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-ea", "-XX:TieredStopAtLevel=1", "--limit-modules", "java.base,jdk.unsupported"));
        command.addAll(arguments);
        if (arguments.contains("-p")) {
            command.set(command.indexOf("java.base,jdk.unsupported"), "java.base,jdk.unsupported,io.fanlog.topic");
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }

    /** What the other JVM runs. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws Exception {
            print("recorder " + ModuleLayer.boot().findModule("jdk.jfr").isPresent());
            try (Topics topics = Topics.builder().drainTimeout(Duration.ZERO).build()) {
                Topic<Integer> topic =
                        topics.topic("numbers", Integer.class).capacity(1).build();
                print(topic.publish(0).toString());
                var gating = topic.pull(new Nothing(), o -> o);
                topic.publish(1).orThrow();
                print(topic.publish(2).toString());
                gating.cancel();
                var late = topics.topic("retained", Integer.class).retainLast(1).build();
                for (int i = 0; i < 3; i++) {
                    late.publish(i).orThrow();
                }
                print("missed "
                        + late.pull(new Nothing(), o -> o.fromSequence(0)).missed());
            }
        }

        @SuppressWarnings("SystemOut") // the parent reads it
        private static void print(String line) {
            System.out.println(line);
        }
    }

    private static final class Nothing implements PullListener<Integer> {
        @Override
        public void onNext(Integer payload) {}

        @Override
        public void onReady() {}

        @Override
        public void onEnd(@Nullable Throwable failure) {}
    }
}
