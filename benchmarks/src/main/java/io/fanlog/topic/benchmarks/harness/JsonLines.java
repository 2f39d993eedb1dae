package io.fanlog.topic.benchmarks.harness;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;

/** Scores as JSON, one object a line. */
public final class JsonLines implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(double.class, new PlainNumber())
                    .addSerializer(Double.class, new PlainNumber()))
            .build();

    /** Without an exponent, for readers that know numbers of digits only. */
    private static final class PlainNumber extends JsonSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator to, SerializerProvider provider) throws IOException {
            to.writeNumber(BigDecimal.valueOf(value).toPlainString());
        }
    }

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
