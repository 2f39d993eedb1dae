package io.fanlog.topic.examples;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads records from NDJSON, line by line; blank lines, CRLF and a byte order mark are passed over. For one thread. */
final class NdjsonReader implements Closeable {
    /**
     * Carries every byte through unchanged: so Jackson sees the bytes themselves, and tells when they are not UTF-8, and
     * the archive gets each line as it came.
     */
    static final Charset CHARSET = ISO_8859_1;

    private static final String BYTE_ORDER_MARK = "\u00EF\u00BB\u00BF";

    private final BufferedReader lines;
    private final String name;
    private final RecordParser parser;
    private final Consumer<String> onMalformed;
    private long line;
    private long malformed;

    /** The last argument is told of each malformed line. */
    NdjsonReader(InputStream bytes, String name, RecordParser parser, Consumer<String> onMalformed) {
        this.name = name;
        this.lines = new BufferedReader(new InputStreamReader(bytes, CHARSET), 1 << 16);
        this.parser = parser;
        this.onMalformed = onMalformed;
    }

    /** The next record, or null at the end. */
    @Nullable
    JsonRecord next() throws Failure {
        for (String text = readLine(); text != null; text = readLine()) {
            line++;
            String json = line == 1 && text.startsWith(BYTE_ORDER_MARK) ? text.substring(3) : text;
            if (!json.isBlank()) {
                try {
                    return parser.parse(line, json);
                } catch (MalformedLineException e) {
                    malformed++;
                    onMalformed.accept("line " + line + " is malformed: " + e.getMessage());
                }
            }
        }
        return null;
    }

    private @Nullable String readLine() throws Failure {
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw new Failure("cannot read " + name, e);
        }
    }

    long malformed() {
        return malformed;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
