package io.fanlog.topic.benchmarks.harness;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What people read: a block for each case, and at the end a row for each case against the best peer in it. */
public final class ReportTable {
    private static final String OURS = "fanlog";
    private static final String ROW = "%-30s%12s%10s%10s%9s%9s%10s%12s";
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
        line("");
        line(
                ROW,
                outcome.caseName(),
                heading(),
                "min",
                "max",
                speedOnly("ns/msg"),
                speedOnly("B/msg"),
                "messages",
                "fanlog is");
        for (Score score : outcome.scores()) {
            line(
                    ROW,
                    "  " + score.subject(),
                    shown(score.score()),
                    shown(score.min()),
                    shown(score.max()),
                    speedOnly(threeDigits(score.nanosPerMessage())),
                    speedOnly(threeDigits(score.bytesPerMessage())),
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

    private String speedOnly(String text) {
        return unit == Unit.MESSAGES_PER_SECOND ? text : "";
    }

    /** In millions where the unit is a speed. */
    private String shown(double value) {
        return threeDigits(unit == Unit.MESSAGES_PER_SECOND ? value / MILLION : value);
    }

    private static String threeDigits(@Nullable Double value) {
        if (value == null) {
            return "";
        }
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private static String times(double ratio) {
        return String.format(Locale.ROOT, ratio >= 10 ? "%.0fx" : "%.2fx", ratio);
    }

    private void line(String format, Object... arguments) {
        out.printf(Locale.ROOT, format + "%n", arguments);
    }
}
