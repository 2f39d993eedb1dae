package io.fanlog.topic.benchmarks.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What came of one case. */
public final class CaseOutcome {
    private final String caseName;
    private final List<Score> scores = new ArrayList<>();
    private final Map<String, String> failures = new LinkedHashMap<>();

    /**
     * Of a case, without scores yet.
     *
     * @param caseName the case
     */
    public CaseOutcome(String caseName) {
        this.caseName = caseName;
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
