package io.fanlog.topic;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A subscriber's handle. All methods may be called from any thread. The counts are exact, and together they satisfy
 * {@code received + filtered + missed + lag = published since the start} at every moment; after the end the lag is
 * frozen as {@link #undelivered()}.
 */
public interface TopicSubscription extends AutoCloseable {
    /**
     * The topic it reads.
     *
     * @return name of the topic
     */
    String topic();

    /**
     * A name for people.
     *
     * @return as given in the options, else made from the topic's name and a running number
     */
    String label();

    /**
     * Whether its label was chosen by its owner. A label that was not is different for each subscription, so meters must
     * not have it as a tag.
     *
     * @return true if the options gave a label or a resumable name; always for a pool's
     */
    boolean isLabelled();

    /**
     * Where in its life it is.
     *
     * @return the state now
     */
    SubscriptionState state();

    /**
     * What happens when it falls behind.
     *
     * @return the policy it was subscribed with
     */
    SlowSubscriberPolicy policy();

    /**
     * The next sequence to read.
     *
     * @return 0-based
     */
    long cursor();

    /**
     * Tail minus cursor: what has been published and not been taken by it. Frozen at its end. A lossy subscription is
     * moved when it is served, so for a moment this may be more than its maxLag.
     *
     * @return messages
     */
    long lag();

    /**
     * What was delivered to it, by all subscribers of a resumable name together.
     *
     * @return messages; one that is offered again counts once
     */
    long received();

    /**
     * What it was moved past, or was no longer there when it started.
     *
     * @return messages
     */
    long missed();

    /**
     * What its filter rejected.
     *
     * @return messages
     */
    long filtered();

    /**
     * What it had not taken when it ended.
     *
     * @return messages; 0 while it has not ended
     */
    long undelivered();

    /**
     * Why it failed.
     *
     * @return empty unless the state is FAILED
     */
    Optional<Throwable> failure();

    /**
     * Completes when the state has become final, with that state, after the subscriber's last signal. Never completes
     * exceptionally. Dependent actions run on its event loop and must not block.
     *
     * @return a new future for each call; completing it has no effect on the subscription
     */
    CompletableFuture<SubscriptionState> whenEnded();

    /**
     * Ends it, without a signal to the subscriber; a resumable one is detached. Returns at once; a message that is being
     * delivered meanwhile is finished, and after the cancel has been observed nothing starts. Has no effect when ended.
     */
    void cancel();

    /** The same as {@link #cancel()}. */
    @Override
    default void close() {
        cancel();
    }
}
