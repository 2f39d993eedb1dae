package io.fanlog.topic.benchmarks.harness;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Scores as JSON, one object a line. */
public final class JsonLines implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Writer out;

    /**
     * Into a file, which is replaced.
     *
     * @param file the file
     * @throws IOException if it cannot be written
     */
    public JsonLines(Path file) throws IOException {
        out = Files.newBufferedWriter(file);
    }

    /**
     * Writes the scores of a case, so that a run that is broken off leaves what it had.
     *
     * @param outcome of the case
     * @throws IOException if they cannot be written
     */
    public void write(CaseOutcome outcome) throws IOException {
        for (Score score : outcome.scores()) {
            out.write(JSON.writeValueAsString(score) + "\n");
        }
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
