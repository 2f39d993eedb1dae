package io.fanlog.topic.benchmarks.harness;

/** One subject in one case, measured again and again in a JVM of its own; each measurement uses a fresh instance. */
public interface Trial {
    /**
     * Brings the code to its final speed and decides how long a measured run is.
     *
     * @throws Exception if the subject does not do its work
     */
    void warmUp() throws Exception;

    /**
     * Measures once.
     *
     * @return what was measured
     * @throws Exception if the subject does not do its work; a wrong run has no figure
     */
    Measurement measure() throws Exception;
}
