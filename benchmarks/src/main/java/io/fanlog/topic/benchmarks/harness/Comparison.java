package io.fanlog.topic.benchmarks.harness;

import java.util.List;

/** A benchmark: subjects that do the same work, in several cases. */
public interface Comparison {
    /**
     * Its name on the command line and in the JSON lines.
     *
     * @return one word
     */
    String name();

    /**
     * What a score counts.
     *
     * @return as printed
     */
    Unit unit();

    /**
     * The cases.
     *
     * @return names in the order they run
     */
    List<String> cases();

    /**
     * The subjects of a case.
     *
     * @param caseName one of {@link #cases}
     * @return names in the order they take turns
     */
    List<String> subjects(String caseName);

    /**
     * Makes what a fork runs.
     *
     * @param task the case, the subject and how long
     * @return a trial for one thread
     */
    Trial trial(Task task);
}
