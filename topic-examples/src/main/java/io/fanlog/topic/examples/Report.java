package io.fanlog.topic.examples;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the table and then, one a line, the figures that another program may look for. */
final class Report {
    private static final int MOST_GROUPS = 100;

    private final PrintStream out;

    Report(PrintStream out) {
        this.out = out;
    }

    void print(FanoutOptions options, Alerts alerts, GroupCounts counts, FanoutResult result) {
        table(result.subscribers());
        figure("published", result.published());
        figure("waited for room", result.waited());
        figure("malformed", result.malformed());
        figure("without " + options.field(), alerts.missing());
        figure("not numeric", alerts.notNumeric());
        figure("alerts", alerts.raised());
        figure(
                "strongest",
                alerts.strongest().map(r -> r.value() + ", " + r.title()).orElse("none"));
        groups(options.group(), counts.byCount());
        figure("windows", counts.windows());
        figure("archive", result.archive());
        result.subscribers().forEach(s -> out.println(s.conservation(result.published())));
    }

    private void table(List<SubscriberFigures> subscribers) {
        row("subscriber", "policy", "delivered", "missed", "lag high-water");
        for (SubscriberFigures s : subscribers) {
            row(s.label(), s.policy(), s.received(), s.missed(), s.lagHighWater());
        }
        out.println();
    }

    private void row(Object... cells) {
        out.printf(Locale.ROOT, "%-12s%-16s%12s%12s%16s%n", cells);
    }

    private void groups(String name, List<Map.Entry<String, Long>> largestFirst) {
        largestFirst.stream()
                .limit(MOST_GROUPS)
                .forEach(group -> figure(name + " " + group.getKey(), group.getValue()));
        if (largestFirst.size() > MOST_GROUPS) {
            figure("more groups", largestFirst.size() - MOST_GROUPS);
        }
    }

    private void figure(String name, Object value) {
        out.println(name + " " + value);
    }
}
