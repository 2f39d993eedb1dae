package io.fanlog.topic.internal.topic;

import io.fanlog.topic.Envelope;

/**
 * What stands in a slot when more than the payload was published. A slot that holds anything else holds the payload.
 *
 * @param payload the user's object
 * @param envelope key, id, headers
 */
record Enveloped(Object payload, Envelope envelope) {
    /**
     * The payload of a slot.
     *
     * @param slot what was stored
     * @return the user's object
     */
    static Object payloadOf(Object slot) {
        return slot instanceof Enveloped enveloped ? enveloped.payload : slot;
    }

    /**
     * The envelope of a slot.
     *
     * @param slot what was stored
     * @return {@link Envelope#EMPTY} if nothing but the payload was
     */
    static Envelope envelopeOf(Object slot) {
        return slot instanceof Enveloped enveloped ? enveloped.envelope : Envelope.EMPTY;
    }

    @Override
    public String toString() {
        return envelope.toString();
    }
}
