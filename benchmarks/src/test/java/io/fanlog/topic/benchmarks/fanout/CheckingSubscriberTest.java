package io.fanlog.topic.benchmarks.fanout;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.benchmarks.harness.TrialFailure;
import org.junit.jupiter.api.Test;

class CheckingSubscriberTest {
    private static final int ALL = 3_000;

    private final PayloadSource first = new PayloadSource(0, false);
    private final PayloadSource second = new PayloadSource(1, true);
    private final Completion completion = new Completion(1);
    private final CheckingSubscriber subscriber = new CheckingSubscriber(ALL, 2, completion);

    @Test
    void shouldAcceptAnyInterleavingOfProducers() throws Exception {
        for (int i = 0; i < ALL; i++) {
            subscriber.accept(i % 3 == 0 ? first.next() : second.next());
        }

        completion.awaitNanos(1);
        assertThatCode(subscriber::verify).doesNotThrowAnyException();
    }

    @Test
    void shouldNoticeALostSegmentThatOthersMakeUpFor() {
        for (int i = 0; i < ALL; i++) {
            if (i == 500) {
                for (int lost = 0; lost < 1_024; lost++) {
                    first.next();
                }
            }
            subscriber.accept(first.next());
        }

        assertThatThrownBy(subscriber::verify).isInstanceOf(TrialFailure.class).hasMessageContaining("out of order");
    }

    @Test
    void shouldNoticeOneMessageTooMany() {
        for (int i = 0; i <= ALL; i++) {
            subscriber.accept(first.next());
        }

        assertThatThrownBy(subscriber::verify).isInstanceOf(TrialFailure.class).hasMessageContaining("3001");
    }

    @Test
    void shouldSayWhoStalledWhenNothingGoesOn() {
        assertThatThrownBy(() -> completion.awaitNanos(0))
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("1 subscribers");
    }

    @Test
    void shouldEndTheRunWhenAThreadFails() {
        subscriber.failed(new IllegalStateException("boom"));

        assertThatThrownBy(() -> completion.awaitNanos(60))
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("boom");
    }
}
