package io.fanlog.topic.examples;

import java.io.PrintStream;
import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressState;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Redraws a progress line with the newest record, a few times per second; nothing of it where there is no terminal. */
final class Dashboard implements AutoCloseable {
    private static final Duration FRAME = Duration.ofMillis(50);
    private static final int COLUMNS = 79;

    private final @Nullable PrintStream terminal;
    private volatile @Nullable ProgressBar line;
    private long shown;

    private Dashboard(@Nullable PrintStream terminal) {
        this.terminal = terminal;
    }

    static Dashboard on(PrintStream terminal) {
        return new Dashboard(terminal);
    }

    static Dashboard off() {
        return new Dashboard(null);
    }

    /** Completes with the flux. It takes one record per frame: what comes in between is not its business. */
    Mono<Void> show(Flux<JsonRecord> records) {
        line = terminal == null ? null : progressLine(terminal);
        return records.publishOn(Schedulers.parallel())
                .concatMap(this::frame, 0)
                .then();
    }

    private Mono<Long> frame(JsonRecord record) {
        shown++;
        ProgressBar drawn = line;
        if (drawn != null) {
            drawn.stepTo(record.line()).setExtraMessage(record.title());
        }
        return Mono.delay(FRAME);
    }

    private static ProgressBar progressLine(PrintStream terminal) {
        return new ProgressBarBuilder()
                .setUpdateIntervalMillis((int) FRAME.toMillis())
                .setRenderer(Dashboard::render)
                .setConsumer(new OneLine(terminal))
                .clearDisplayOnFinish()
                .build();
    }

    /** Ends once, and draws nothing after that: a bar that is closed while it redraws closes its consumer twice. */
    private static final class OneLine extends ConsoleProgressBarConsumer {
        private boolean ended;

        OneLine(PrintStream terminal) {
            super(terminal, COLUMNS);
        }

        @Override
        public synchronized void accept(String rendered) {
            if (!ended) {
                super.accept(rendered);
            }
        }

        @Override
        public synchronized void clear() {
            if (!ended) {
                super.clear();
            }
        }

        @Override
        public synchronized void close() {
            if (!ended) {
                ended = true;
                super.close();
            }
        }
    }

    /** As wide as the line, so that nothing of the last one is left. */
    private static String render(ProgressState state, int width) {
        return ("%-" + width + "s").formatted("line " + state.getCurrent() + ": " + state.getExtraMessage());
    }

    /** Prints something else, which the progress line makes room for. */
    void printAbove(PrintStream destination, String text) {
        if (terminal != null) {
            terminal.print("\r" + " ".repeat(COLUMNS) + "\r");
            terminal.flush();
        }
        destination.println(text);
    }

    /** How many records it has shown; to be asked when {@link #show} has completed. */
    long shown() {
        return shown;
    }

    @Override
    public void close() {
        ProgressBar drawn = line;
        if (drawn != null) {
            drawn.close();
        }
    }
}
