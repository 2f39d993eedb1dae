package io.fanlog.topic.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A claim that is not stored is a hole that stops every reader for ever, so not even a stack at its end may make one. */
class ClaimsAreStoredTest {
    private static final int ROUNDS = 20;
    private static final long STACK_BYTES = 512 * 1024;

    private final SegmentedLog log = new SegmentedLog(0, true, 0);

    @Test
    @DisplayName("every claimed sequence is stored, wherever in an append the stack overflows")
    void shouldStoreWhatIsClaimedWhenTheStackOverflows() throws InterruptedException {
        append(); // what is linked at a first call is linked now
        for (int i = 0; i < ROUNDS; i++) {
            Runnable descent = i % 2 == 0 ? this::deeper : this::deeperByMore;
            Thread thread = new Thread(null, () -> overflow(descent), "deep", STACK_BYTES);
            thread.start();
            thread.join();
        }
        LogReader reader = new LogReader(log);
        for (long sequence = 0; sequence < log.tailVolatile(); sequence++) {
            assertThat(reader.slotAcquire(sequence)).as("slot of %s", sequence).isNotNull();
        }
        assertThat(log.tailVolatile()).isPositive();
    }

    private static void overflow(Runnable descent) {
        try {
            descent.run();
        } catch (StackOverflowError expected) {
            // that was the purpose
        }
    }

    /** Appends on the way back, from the deepest frame on: each depth leaves it a little more room than the last. */
    @SuppressWarnings("InfiniteRecursion") // that is the point
    private void deeper() {
        try {
            deeper();
        } catch (StackOverflowError expected) {
            appendIfThereIsRoom();
            throw expected;
        }
    }

    /** The same with larger frames, so that other places in an append are hit. */
    private void deeperByMore() {
        deeperByMore(1, 2, 3);
    }

    @SuppressWarnings("InfiniteRecursion") // again
    private long deeperByMore(long a, long b, long c) {
        long sum = a + b + c;
        try {
            return deeperByMore(sum, a, b) + 1;
        } catch (StackOverflowError expected) {
            appendIfThereIsRoom();
            throw expected;
        }
    }

    private void appendIfThereIsRoom() {
        try {
            append();
        } catch (StackOverflowError expected) {
            // what was claimed must be stored all the same
        }
    }

    private void append() {
        log.tryAppend(log.tailVolatile(), "message", 1);
    }
}
