package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.SequenceGapException;
import io.fanlog.topic.StartPosition;

/**
 * Where a subscription wants to begin.
 *
 * @param topic name of the topic, for the exception
 * @param position as its options say
 * @param strict whether it would rather not begin anywhere else
 * @param sinceMillis the instant of a {@link StartPosition.Since} on the scale of the log's times, else not looked at
 */
public record StartRule(String topic, StartPosition position, boolean strict, long sinceMillis) {
    /**
     * Finds the place. Under the monitor, so that it is still there when the cursor has joined.
     *
     * @param first the id of the first message ever
     * @param floor the oldest sequence that a late joiner may read
     * @param tail the next sequence to be written
     */
    Start resolve(long first, long floor, long tail, Retention retention) {
        if (position instanceof StartPosition.Earliest) {
            return Start.at(floor);
        } else if (position instanceof StartPosition.LastN lastN) {
            return Start.at(Math.max(floor, tail - lastN.count()));
        } else if (position instanceof StartPosition.Sequence sequence) {
            return atSequence(Math.max(first, sequence.sequence()), floor, tail);
        } else if (position instanceof StartPosition.Since) {
            return since(floor, tail, retention);
        }
        return Start.at(tail);
    }

    private Start atSequence(long sequence, long floor, long tail) {
        if (sequence >= floor && sequence <= tail) {
            return Start.at(sequence);
        }
        if (strict) {
            throw new SequenceGapException(topic, sequence, floor, tail);
        }
        return sequence > tail ? Start.at(tail) : new Start(sequence, floor);
    }

    /** What is no longer retained has no time any more: a strict start fails if something of that age may be gone. */
    private Start since(long floor, long tail, Retention retention) {
        long at = retention.firstSince(floor, tail, sinceMillis);
        if (strict && retention.isGoneSince(sinceMillis)) {
            throw new SequenceGapException(topic, floor - 1, floor, tail);
        }
        return Start.at(at);
    }
}
