package io.fanlog.topic.internal.worker;

/** Makes the workers of one pool, all of a kind. */
interface Recruiter {
    /** A new worker, not launched. Called under the crew's monitor: only makes it. */
    Worker recruit(Crew crew, PoolEngine engine);

    /** The pool is closed and nothing runs. Any number of times. */
    default void close() {}

    /** Workers with threads of their own. */
    static Recruiter ofThreads(JobRunner runner) {
        return (crew, engine) -> new ThreadWorker(crew, engine, runner);
    }
}
