package io.fanlog.topic.benchmarks.harness;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What people read: a block for each case, and at the end a row for each case against the best peer in it. */
public final class ReportTable {
    private static final String OURS = "fanlog";
    private static final String ROW = "%-30s%12s%10s%10s%9s%9s%10s%10s%12s";
    private static final String SUMMARY_ROW = "  %-26s%12s%12s  %-28s%9s";
    private static final String FAMILY_COLUMNS = "%17s  %-28s%9s";
    private static final double MILLION = 1e6;

    private final @Nullable String family;
    private final PrintWriter out;
    private final List<CaseOutcome> outcomes = new ArrayList<>();

    /**
     * A report.
     *
     * @param family the library that the summary has a column of its own for
     * @param out where it is printed
     */
    public ReportTable(Optional<String> family, PrintWriter out) {
        this.family = family.orElse(null);
        this.out = out;
    }

    /**
     * Prints the block of a case.
     *
     * @param outcome of the case
     */
    public void printCase(CaseOutcome outcome) {
        outcomes.add(outcome);
        Unit unit = outcome.unit();
        Optional<Score> ours = ours(outcome);
        line("");
        printHeading(outcome);
        for (Score score : outcome.scores()) {
            line(
                    ROW,
                    "  " + score.subject(),
                    shown(unit, score.score()),
                    shown(unit, score.min()),
                    shown(unit, score.max()),
                    threeDigits(unit.isSpeed() ? score.nanosPerMessage() : null),
                    threeDigits(score.bytesPerMessage()),
                    megabytes(score.peakHeapPerMillion()),
                    score.messages(),
                    isOurs(score) || ours.isEmpty()
                            ? ""
                            : times(unit.ratio(ours.get().score(), score.score())));
        }
        outcome.failures().forEach((subject, reason) -> line("  %-26s  FAILED: %s", subject, reason));
        out.flush();
    }

    private void printHeading(CaseOutcome outcome) {
        Unit unit = outcome.unit();
        boolean hasBytes = outcome.scores().stream().anyMatch(score -> score.bytesPerMessage() != null);
        boolean hasPeak = outcome.scores().stream().anyMatch(score -> score.peakHeapPerMillion() != null);
        line(
                ROW,
                outcome.caseName(),
                heading(unit),
                "min",
                "max",
                unit.isSpeed() ? "ns/" + unit.counted() : "",
                hasBytes ? "B/" + unit.counted() : "",
                hasPeak ? "MB/1M" : "",
                unit.counted() + "s",
                "fanlog is");
        outcome.note().ifPresent(note -> line("  (%s)", note));
    }

    /** Prints a row for each case that has both ours and a peer, under a heading for each unit. */
    public void printSummary() {
        Unit printed = null;
        for (CaseOutcome outcome : outcomes) {
            Optional<Score> ours = ours(outcome);
            Optional<Score> peer = bestPeer(outcome, score -> true);
            if (ours.isPresent() && peer.isPresent()) {
                if (outcome.unit() != printed) {
                    printed = outcome.unit();
                    line("%n%s", summaryHeading(printed));
                }
                line("%s", summaryRow(outcome, ours.get(), peer.get()));
            }
        }
        out.flush();
    }

    private String summaryHeading(Unit unit) {
        String heading = String.format(Locale.ROOT, SUMMARY_ROW, heading(unit), OURS, "best peer", "", "ratio");
        return family == null
                ? heading
                : heading + String.format(Locale.ROOT, FAMILY_COLUMNS, "best of " + family, "", "ratio");
    }

    private String summaryRow(CaseOutcome outcome, Score ours, Score peer) {
        String row = String.format(
                Locale.ROOT,
                SUMMARY_ROW,
                outcome.caseName(),
                shown(outcome.unit(), ours.score()),
                shown(outcome.unit(), peer.score()),
                peer.subject(),
                ratio(outcome, ours, peer));
        if (family == null) {
            return row;
        }
        String wanted = family;
        return bestPeer(outcome, score -> score.subject().contains(wanted))
                .map(relative -> row
                        + String.format(
                                Locale.ROOT,
                                FAMILY_COLUMNS,
                                shown(outcome.unit(), relative.score()),
                                relative.subject(),
                                ratio(outcome, ours, relative)))
                .orElse(row);
    }

    private static String ratio(CaseOutcome outcome, Score ours, Score peer) {
        return times(outcome.unit().ratio(ours.score(), peer.score()));
    }

    private static Optional<Score> bestPeer(CaseOutcome outcome, Predicate<Score> isEligible) {
        return outcome.scores().stream()
                .filter(score -> !isOurs(score))
                .filter(isEligible)
                .max(Comparator.comparingDouble(score -> outcome.unit().ratio(score.score(), 1)));
    }

    private static Optional<Score> ours(CaseOutcome outcome) {
        return outcome.scores().stream()
                .filter(score -> score.subject().equals(OURS))
                .findFirst();
    }

    private static boolean isOurs(Score score) {
        return score.subject().startsWith(OURS);
    }

    private static String heading(Unit unit) {
        return unit.isSpeed() ? "M " + unit.symbol() : unit.symbol();
    }

    /** In millions where the unit is a speed. */
    private static String shown(Unit unit, double value) {
        return threeDigits(unit.isSpeed() ? value / MILLION : value);
    }

    private static String megabytes(@Nullable Double bytes) {
        return threeDigits(bytes == null ? null : bytes / MILLION);
    }

    private static String threeDigits(@Nullable Double value) {
        if (value == null) {
            return "";
        }
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 || value == 0 ? 3 : 6;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private static String times(double ratio) {
        return String.format(Locale.ROOT, ratio >= 10 ? "%.0fx" : "%.2fx", ratio);
    }

    private void line(String format, Object... arguments) {
        out.printf(Locale.ROOT, format + "%n", arguments);
    }
}
