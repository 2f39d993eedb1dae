package io.fanlog.topic.benchmarks.harness;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What people read: a block for each case, and at the end a row for each case against the best peer in it. */
public final class ReportTable {
    private static final String OURS = "fanlog";
    private static final double MILLION = 1e6;

    private final Unit unit;
    private final PrintWriter out;
    private final List<CaseOutcome> outcomes = new ArrayList<>();

    /**
     * A report.
     *
     * @param unit of the scores
     * @param out where it is printed
     */
    public ReportTable(Unit unit, PrintWriter out) {
        this.unit = unit;
        this.out = out;
    }

    /**
     * Prints the block of a case.
     *
     * @param outcome of the case
     */
    public void printCase(CaseOutcome outcome) {
        outcomes.add(outcome);
        Optional<Score> ours = ours(outcome);
        line(
                "%n%-28s%12s%10s%10s%9s%9s%10s%12s",
                outcome.caseName(), heading(), "min", "max", "ns/msg", "B/msg", "messages", "fanlog is");
        for (Score score : outcome.scores()) {
            line(
                    "  %-26s%12s%10s%10s%9s%9s%10d%12s",
                    score.subject(),
                    shown(score.score()),
                    shown(score.min()),
                    shown(score.max()),
                    score.nanosPerMessage() == null ? "" : shown(score.nanosPerMessage() * scale()),
                    score.bytesPerMessage() == null ? "" : shown(score.bytesPerMessage() * scale()),
                    score.messages(),
                    isOurs(score) || ours.isEmpty()
                            ? ""
                            : times(unit.ratio(ours.get().score(), score.score())));
        }
        outcome.failures().forEach((subject, reason) -> line("  %-26s  FAILED: %s", subject, reason));
        out.flush();
    }

    /** Prints a row for each case; nothing if none has both ours and a peer. */
    public void printSummary() {
        List<String> rows = new ArrayList<>();
        for (CaseOutcome outcome : outcomes) {
            Optional<Score> ours = ours(outcome);
            Optional<Score> peer = bestPeer(outcome);
            if (ours.isPresent() && peer.isPresent()) {
                rows.add(String.format(
                        Locale.ROOT,
                        "  %-26s%12s%12s  %-28s%9s",
                        outcome.caseName(),
                        shown(ours.get().score()),
                        shown(peer.get().score()),
                        peer.get().subject(),
                        times(unit.ratio(ours.get().score(), peer.get().score()))));
            }
        }
        if (!rows.isEmpty()) {
            line("%n  %-26s%12s%12s  %-28s%9s", heading(), OURS, "best peer", "", "ratio");
            rows.forEach(row -> line("%s", row));
        }
        out.flush();
    }

    private Optional<Score> bestPeer(CaseOutcome outcome) {
        return outcome.scores().stream()
                .filter(score -> !isOurs(score))
                .max(Comparator.comparingDouble(score -> unit.ratio(score.score(), 1)));
    }

    private static Optional<Score> ours(CaseOutcome outcome) {
        return outcome.scores().stream()
                .filter(score -> score.subject().equals(OURS))
                .findFirst();
    }

    private static boolean isOurs(Score score) {
        return score.subject().startsWith(OURS);
    }

    private String heading() {
        return unit == Unit.MESSAGES_PER_SECOND ? "M msg/s" : unit.symbol();
    }

    private double scale() {
        return unit == Unit.MESSAGES_PER_SECOND ? MILLION : 1;
    }

    /** Three digits that count, in millions where the unit is a speed. */
    private String shown(double value) {
        double scaled = value / scale();
        int decimals = scaled >= 100 ? 0 : scaled >= 10 ? 1 : scaled >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", scaled);
    }

    private static String times(double ratio) {
        return String.format(Locale.ROOT, ratio >= 10 ? "%.0fx" : "%.2fx", ratio);
    }

    private void line(String format, Object... arguments) {
        out.printf(Locale.ROOT, format + "%n", arguments);
    }
}
