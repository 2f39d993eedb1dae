package io.fanlog.topic.scenario;

/** The ways to subscribe; a contract holds for each. */
public enum Flavour {
    /** A plain handler: wants everything, and is told of no end. */
    HANDLER,
    /** A Reactive Streams subscriber. */
    REACTIVE,
    /** A {@link java.util.concurrent.Flow} subscriber. */
    FLOW,
    /** An adapter that polls the cursor itself, on a thread of its own unless the test steps it. */
    PULL;

    /** {@return whether the loop moves the cursor} */
    public boolean isPush() {
        return this != PULL;
    }

    /** {@return whether it gets no more than it requests} */
    public boolean hasDemand() {
        return this != HANDLER;
    }
}
