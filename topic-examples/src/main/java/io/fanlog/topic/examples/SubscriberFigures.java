package io.fanlog.topic.examples;

import io.fanlog.topic.SlowSubscriberPolicy;

/**
 * What became of one subscriber.
 *
 * @param label its name
 * @param policy what happens when it falls behind
 * @param received messages delivered, as the topic counts them
 * @param filtered messages its filter rejected
 * @param missed messages it was moved past
 * @param lag messages it had not taken at its end
 * @param lagHighWater the largest lag that was seen just after a publish
 * @param processed records its own code has counted
 */
record SubscriberFigures(
        String label,
        SlowSubscriberPolicy policy,
        long received,
        long filtered,
        long missed,
        long lag,
        long lagHighWater,
        long processed) {

    /** Nothing was lost or doubled: neither by the topic nor on the way from it to the subscriber's own code. */
    boolean isConserved(long published) {
        return received + filtered + missed + lag == published && processed == received;
    }

    String conservation(long published) {
        return "conservation %s: received %d + filtered %d + missed %d + lag %d = %d of %d published, processed %d: %s"
                .formatted(
                        label,
                        received,
                        filtered,
                        missed,
                        lag,
                        received + filtered + missed + lag,
                        published,
                        processed,
                        isConserved(published) ? "holds" : "BROKEN");
    }
}
