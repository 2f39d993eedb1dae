package io.fanlog.topic.benchmarks.fanout;

import io.fanlog.topic.benchmarks.harness.TrialFailure;

/**
 * What every subject's subscriber does with a message: checks that it is the next of its producer, counts it, and tells
 * when it has all. Called by one thread at a time.
 */
public final class CheckingSubscriber {
    /** 128 bytes on both sides, so that subscribers on different threads share no cache line, nor the next one. */
    private static final int PADDING = 16;

    private static final int RECEIVED = PADDING;
    private static final int WRONG = PADDING + 1;
    private static final int EXPECTED = PADDING + 2;

    private final long all;
    private final Completion completion;
    private final long[] counters;

    /**
     * A subscriber that expects a number of messages.
     *
     * @param all how many from all producers together
     * @param producers how many there are
     * @param completion told once it has all
     */
    public CheckingSubscriber(long all, int producers, Completion completion) {
        this.all = all;
        this.completion = completion;
        counters = new long[EXPECTED + producers + PADDING];
    }

    /**
     * Takes a message.
     *
     * @param payload what was published
     */
    public void accept(Payload payload) {
        long[] own = counters;
        int expected = EXPECTED + payload.producer();
        if (payload.index() != own[expected]) {
            own[WRONG]++;
        }
        own[expected] = payload.index() + 1 == PayloadSource.SIZE ? 0 : payload.index() + 1;
        if (++own[RECEIVED] == all) {
            completion.subscriberDone();
        }
    }

    /**
     * Ends the run as failed.
     *
     * @param cause the error signal, or what its thread threw
     */
    public void failed(Throwable cause) {
        completion.fail(cause);
    }

    /**
     * How many it has got.
     *
     * @return exact once its subject is closed
     */
    public long received() {
        return counters[RECEIVED];
    }

    /**
     * To be called when the subject is closed.
     *
     * @throws TrialFailure unless it got each message once and each producer's in order
     */
    public void verify() throws TrialFailure {
        if (received() != all || counters[WRONG] != 0) {
            throw new TrialFailure("a subscriber received " + received() + " messages instead of " + all + ", "
                    + counters[WRONG] + " of them out of order");
        }
    }
}
