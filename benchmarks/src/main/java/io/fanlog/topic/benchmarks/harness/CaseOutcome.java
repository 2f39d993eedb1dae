package io.fanlog.topic.benchmarks.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What came of one case. */
public final class CaseOutcome {
    private final String caseName;
    private final Unit unit;
    private final Optional<String> note;
    private final List<Score> scores = new ArrayList<>();
    private final Map<String, String> failures = new LinkedHashMap<>();

    /**
     * Of a case, without scores yet.
     *
     * @param caseName the case
     * @param unit of its scores
     * @param note what the reader of its rows has to know
     */
    public CaseOutcome(String caseName, Unit unit, Optional<String> note) {
        this.caseName = caseName;
        this.unit = unit;
        this.note = note;
    }

    void add(Score score) {
        scores.add(score);
    }

    void addFailure(String subject, String reason) {
        failures.put(subject, reason);
    }

    /**
     * The case.
     *
     * @return its name
     */
    public String caseName() {
        return caseName;
    }

    /**
     * The unit.
     *
     * @return of all its scores
     */
    public Unit unit() {
        return unit;
    }

    /**
     * What the reader of its rows has to know.
     *
     * @return one line; empty for nothing
     */
    public Optional<String> note() {
        return note;
    }

    /**
     * The scores.
     *
     * @return one for each subject that did its work
     */
    public List<Score> scores() {
        return Collections.unmodifiableList(scores);
    }

    /**
     * The failures.
     *
     * @return reason by subject
     */
    public Map<String, String> failures() {
        return Collections.unmodifiableMap(failures);
    }
}
