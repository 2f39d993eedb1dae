package io.fanlog.topic.examples;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;

/** Writes every record to a file, as slowly as it is told to. Ask it when {@link #write} has completed. */
final class Archive implements Closeable {
    private final Path file;
    private final long delayNanos;
    private final BufferedWriter writer;
    private long written;

    private Archive(Path file, Duration delay) throws IOException {
        this.file = file;
        this.delayNanos = delay.toNanos();
        this.writer = Files.newBufferedWriter(file, NdjsonReader.CHARSET);
    }

    static Archive in(Path file, Duration delay) throws Failure {
        try {
            return new Archive(file, delay);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    static Archive temporary(Duration delay) throws Failure {
        try {
            return new Archive(Files.createTempFile("fanlog-archive-", ".ndjson"), delay);
        } catch (IOException e) {
            throw new Failure("cannot make a temporary archive", e);
        }
    }

    /** Completes when all is written, or with the first {@link Failure}. A disk blocks: hence a thread that may. */
    Mono<Void> write(Flux<JsonRecord> records) {
        return records.publishOn(Schedulers.boundedElastic())
                .<Void>handle(this::write)
                .then();
    }

    private void write(JsonRecord record, SynchronousSink<Void> failing) {
        try {
            writer.write(record.json());
            writer.write('\n');
            writer.flush(); // whoever stops the program finds whole lines
            written++;
            takeTime();
        } catch (IOException e) {
            failing.error(cannotWrite(file, e));
        }
    }

    private void takeTime() {
        long end = System.nanoTime() + delayNanos;
        for (long left = delayNanos; left > 0 && !Thread.currentThread().isInterrupted(); ) {
            LockSupport.parkNanos(left);
            left = end - System.nanoTime();
        }
    }

    Path file() {
        return file;
    }

    long written() {
        return written;
    }

    /** Some file systems tell only now that the disk is full. */
    @Override
    public void close() throws Failure {
        try {
            writer.close();
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    private static Failure cannotWrite(Path file, IOException cause) {
        return new Failure("cannot write the archive " + file, cause);
    }
}
