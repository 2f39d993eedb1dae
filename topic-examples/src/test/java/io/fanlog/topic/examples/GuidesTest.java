package io.fanlog.topic.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a guide shows is code that is compiled, in an example or in a test. */
class GuidesTest {
    private static final Path GUIDES = Path.of("../docs/guide");
    private static final Pattern SNIPPET = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

    static List<Path> guides() throws IOException {
        try (Stream<Path> files = Files.list(GUIDES)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("guides")
    @DisplayName("each snippet stands in a source file, whatever the line breaks")
    void shouldShowCompiledCode(Path guide) throws IOException {
        List<String> sources = Stream.of("topic-core", "topic-reactor", "topic-examples")
                .flatMap(module -> javaFiles(Path.of("..", module, "src")).stream())
                .map(file -> stripped(read(file)))
                .toList();

        List<String> snippets = SNIPPET.matcher(read(guide))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(snippets)
                .allSatisfy(snippet -> assertThat(sources)
                        .as("a source that has%n%s", snippet)
                        .anyMatch(source -> source.contains(stripped(snippet))));
    }

    @ParameterizedTest
    @MethodSource("guides")
    @DisplayName("each link leads to a file")
    void shouldLinkToWhatIsThere(Path guide) {
        assertThat(LINK.matcher(read(guide)).results().map(found -> found.group(1)))
                .allSatisfy(link -> assertThat(GUIDES.resolve(link)).exists());
    }

    private static List<Path> javaFiles(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String stripped(String code) {
        return code.replaceAll("\\s+", "");
    }
}
