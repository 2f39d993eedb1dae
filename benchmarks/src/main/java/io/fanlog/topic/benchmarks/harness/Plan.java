package io.fanlog.topic.benchmarks.harness;

import java.util.List;

/**
 * How long and how often.
 *
 * @param repetitions measured runs of each subject in each case
 * @param warmUps full runs of each before
 * @param limitMillis how long one run should take at most; a slow subject passes fewer messages
 * @param messages a run, 0 for what the case says
 * @param quick whether the case should say few
 * @param freshPayloads whether each message gets a payload object of its own
 * @param jvmArguments flags of all forks
 */
public record Plan(
        int repetitions,
        int warmUps,
        long limitMillis,
        long messages,
        boolean quick,
        boolean freshPayloads,
        List<String> jvmArguments) {

    /** Copies the list. */
    public Plan {
        jvmArguments = List.copyOf(jvmArguments);
    }
}
