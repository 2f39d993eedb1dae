package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.reactor.internal.ReactorBlockingCheck;
import io.fanlog.topic.spi.BlockingCheck;
import java.time.Duration;
import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** Which threads must not block, as Reactor and Fanlog tell each other. */
class NonBlockingThreadsTest extends TopicTest {

    @Test
    @DisplayName("Reactor refuses block() on a loop")
    void blockIsRefusedOnALoop() {
        StepVerifier.create(onLoop().map(n -> Mono.never().block(Duration.ofMillis(1))))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("not supported in thread"))
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("BlockHound watches the loops in these tests")
    void blockHoundWatchesTheLoops() {
        StepVerifier.create(onLoop().doOnNext(n -> sleep()))
                .expectErrorSatisfies(error -> assertThat(error).hasRootCauseInstanceOf(BlockingOperationError.class))
                .verify(DEADLINE);
    }

    private static void sleep() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } catch (BlockingOperationError e) {
            throw new IllegalStateException(e);
        }
    }

    private Flux<Integer> onLoop() {
        Topic<Integer> topic = numbers().retainLast(1).build();
        publish(topic, 1);
        return ReactorTopics.flux(topic, o -> o.fromEarliest()).take(1);
    }

    @Test
    @DisplayName("a timed offer refuses to wait on a thread that Reactor calls non-blocking")
    void offerIsRefusedOnAReactorThread() {
        Topic<Integer> topic = numbers().capacity(1).build();
        ReactorTopics.flux(topic).subscribe(subscriber(0));
        publish(topic, 1);
        Mono<PublishResult> offer =
                Mono.fromCallable(() -> topic.offer(1, Duration.ofSeconds(1))).subscribeOn(Schedulers.parallel());
        StepVerifier.create(offer).expectError(IllegalStateException.class).verify(DEADLINE);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(offer::block);
        assertThat(topic.stats().waiters()).isZero();
    }

    @Test
    @DisplayName("the blocking check is found as a service, and knows this thread may block")
    void blockingCheckIsFound() {
        assertThat(ServiceLoader.load(BlockingCheck.class)).hasAtLeastOneElementOfType(ReactorBlockingCheck.class);
        assertThat(new ReactorBlockingCheck().isBlockingForbidden()).isFalse();
    }
}
