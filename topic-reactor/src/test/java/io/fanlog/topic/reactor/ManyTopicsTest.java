package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicClosedException;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.subscriber.TestSubscriber;

/** One Flux over several topics, which live on several loops. */
class ManyTopicsTest extends TopicTest {

    /** As {@link Delivery}, and bound to a scheduler. */
    enum Way {
        ON_LOOP,
        FUSED_INTO_PUBLISH_ON,
        QUEUED_BY_PUBLISH_ON,
        BOUND;

        <T> Flux<TopicMessage<T>> of(TopicSelection<T> selection) {
            if (this == BOUND) {
                return ReactorTopics.on(Schedulers.parallel()).messages(selection, o -> o);
            }
            return Delivery.valueOf(name()).of(ReactorTopics.messages(selection, o -> o));
        }
    }

    private final Topic<Integer> a = topic("a");
    private final Topic<Integer> b = topic("b");
    private final TopicSelection<Integer> both = TopicSelection.of(List.of(a, b));

    private Topic<Integer> topic(String name) {
        return topics.topic(name, Integer.class).capacity(1_000).build();
    }

    private static String told(TopicMessage<Integer> message) {
        return message.topic() + message.payload();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("messages tell their topic; an ended topic leaves; it completes when all have ended")
    void completesWhenAllHaveEnded(Way way) {
        StepVerifier.create(way.of(both).map(ManyTopicsTest::told))
                .then(() -> publish(a, 2))
                .expectNext("a0", "a1")
                .then(() -> {
                    publish(b, 1);
                    a.complete();
                })
                .expectNext("b0")
                .then(() -> awaitNoSubscription(a))
                .then(() -> publish(b, 1))
                .expectNext("b0")
                .then(b::complete)
                .expectComplete()
                .verify(DEADLINE);
        awaitNoSubscription(b);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("everything arrives once, each topic in its order, from eight producers, whatever is requested")
    void everythingArrivesOnce(Way way) throws Exception {
        int each = 5_000;
        List<Topic<Integer>> eight = IntStream.range(0, 8)
                .mapToObj(i -> topics.topic("many-" + i, Integer.class)
                        .capacity(1 + i * 10)
                        .build())
                .toList();
        Queue<TopicMessage<Integer>> all = new ConcurrentLinkedQueue<>();
        Queue<TopicMessage<Integer>> limited = new ConcurrentLinkedQueue<>();
        Disposable unbounded = way.of(TopicSelection.of(eight)).subscribe(all::add);
        Disposable few = way.of(TopicSelection.of(eight)).limitRate(3).subscribe(limited::add);
        List<Thread> producers = new ArrayList<>();
        for (Topic<Integer> topic : eight) {
            producers.add(new Thread(() -> publishAll(topic, each)));
        }
        producers.forEach(Thread::start);
        for (Thread producer : producers) {
            producer.join();
        }
        eventually().until(() -> unbounded.isDisposed() && few.isDisposed());
        for (Queue<TopicMessage<Integer>> received : List.of(all, limited)) {
            assertThat(received).hasSize(8 * each);
            for (Topic<Integer> topic : eight) {
                assertThat(received.stream().filter(m -> m.topic().equals(topic.name())))
                        .extracting(TopicMessage::payload)
                        .isEqualTo(range(0, each));
            }
        }
    }

    private static void publishAll(Topic<Integer> topic, int count) {
        try {
            for (int i = 0; i < count; i++) {
                topic.offer(i, DEADLINE).orThrow();
            }
            topic.complete();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("one demand for all, shared in turn; what was not asked for stays in its topic")
    void demandIsSharedInTurn(Way way) {
        publishBefore(a, 100);
        publishBefore(b, 100);
        TestSubscriber<TopicMessage<Integer>> subscriber = subscriber(0);
        Flux<TopicMessage<Integer>> flux = way == Way.BOUND
                ? ReactorTopics.on(Schedulers.parallel()).messages(retained(), o -> o.fromEarliest())
                : Delivery.valueOf(way.name()).of(ReactorTopics.messages(retained(), o -> o.fromEarliest()));
        flux.subscribe(subscriber);
        subscriber.request(1);
        eventually().until(() -> subscriber.getReceivedOnNext().size() == 1);
        subscriber.request(63);
        eventually().until(() -> subscriber.getReceivedOnNext().size() == 64);
        long fromA = subscriber.getReceivedOnNext().stream()
                .filter(m -> m.topic().equals("ra"))
                .count();
        assertThat(fromA).isBetween(24L, 40L);
        if (way != Way.QUEUED_BY_PUBLISH_ON) {
            long left =
                    ra.subscriptions().get(0).lag() + rb.subscriptions().get(0).lag();
            assertThat(left).isEqualTo(200 - 64);
        }
        subscriber.cancel();
        awaitNoSubscription(ra);
        awaitNoSubscription(rb);
    }

    private final Topic<Integer> ra =
            topics.topic("ra", Integer.class).retainLast(100).build();
    private final Topic<Integer> rb =
            topics.topic("rb", Integer.class).retainLast(100).build();

    private void publishBefore(Topic<Integer> like, int count) {
        publish(like == a ? ra : rb, count);
    }

    private TopicSelection<Integer> retained() {
        return TopicSelection.of(List.of(ra, rb));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("the error of one ends it, after what that topic had accepted, and leaves the others")
    void errorOfOneEndsIt(Way way) {
        StepVerifier.create(way.of(both).map(ManyTopicsTest::told))
                .then(() -> {
                    publish(a, 3);
                    a.fail(new IllegalStateException("broken on purpose"));
                })
                .expectNext("a0", "a1", "a2")
                .expectErrorMessage("broken on purpose")
                .verify(DEADLINE);
        awaitNoSubscription(b);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("withoutFailed goes on without one that fails, and tells")
    void goesOnWithoutOneThatFails(Way way) {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        TopicSelection<Integer> tolerant =
                both.withoutFailed((topic, error) -> told.add(topic.name() + ": " + error.getMessage()));
        StepVerifier.create(way.of(tolerant).map(ManyTopicsTest::told))
                .then(() -> a.fail(new IllegalStateException("broken on purpose")))
                .then(() -> eventually().until(() -> !told.isEmpty()))
                .then(() -> publish(b, 1))
                .expectNext("b0")
                .then(b::complete)
                .expectComplete()
                .verify(DEADLINE);
        assertThat(told).containsExactly("a: broken on purpose");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a name pattern: new topics that match join before anybody can have published, ended ones leave")
    void matchingTopicsComeAndGo(Way way) {
        TopicSelection<Integer> orders = TopicSelection.matching(topics, Integer.class, Pattern.compile("orders-.*"));
        Topic<Integer> first = topic("orders-1");
        topic("orders");
        topics.topic("orders-x", String.class).build();
        StepVerifier.create(way.of(orders).map(ManyTopicsTest::told))
                .then(() -> publish(first, 1))
                .expectNext("orders-10")
                .then(() -> publish(topic("orders-2"), 1))
                .expectNext("orders-20")
                .then(first::close)
                .then(() -> awaitNoSubscription(first))
                .then(() -> publish(topic("orders-1"), 1))
                .expectNext("orders-10")
                .thenCancel()
                .verify(DEADLINE);
        Topic<Integer> later = topic("orders-3");
        assertThat(later.subscriptions()).isEmpty();
        topics.topics().forEach(TopicTest::awaitNoSubscription);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a name pattern waits for topics while there is none, and completes when the Topics has closed")
    void completesWhenTheTopicsHaveClosed(Way way) {
        Topics others = Topics.create();
        TopicSelection<Integer> all = TopicSelection.matching(others, Integer.class, Pattern.compile(".*"));
        StepVerifier.create(way.of(all).map(ManyTopicsTest::told))
                .expectSubscription()
                .then(() -> publish(others.topic("late", Integer.class).build(), 1))
                .expectNext("late0")
                .then(() -> assertThat(others.close(DEADLINE)).isTrue())
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("closed before it was drained, it ends with a TopicClosedException")
    void closedBeforeItWasDrained() {
        TestSubscriber<TopicMessage<Integer>> subscriber = subscriber(0);
        ReactorTopics.messages(both, o -> o).subscribe(subscriber);
        publish(a, 3);
        assertThat(a.close(Duration.ZERO)).succeedsWithin(DEADLINE);
        eventually().until(subscriber::isTerminatedError);
        assertThat(subscriber.expectTerminalError()).isInstanceOf(TopicClosedException.class);
        awaitNoSubscription(b);
    }

    @Test
    @DisplayName("no topic at all is complete at once")
    void noneIsCompleteAtOnce() {
        StepVerifier.create(ReactorTopics.messages(TopicSelection.<Integer>of(List.of()), o -> o))
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("a topic that is given twice is read once")
    void givenTwiceIsReadOnce() {
        StepVerifier.create(ReactorTopics.messages(TopicSelection.of(List.of(a, a)), o -> o)
                        .map(ManyTopicsTest::told))
                .then(() -> {
                    publish(a, 1);
                    a.complete();
                })
                .expectNext("a0")
                .expectComplete()
                .verify(DEADLINE);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("options that one topic refuses are an error, now or when it is made later; all others are left")
    void refusedOptionsAreAnError(Way way) {
        TopicSelection<Integer> matching = TopicSelection.matching(topics, Integer.class, Pattern.compile("timed.*"));
        Topic<Integer> timed = topics.topic("timed-1", Integer.class).timed().build();
        Flux<TopicMessage<Integer>> since = ReactorTopics.messages(matching, o -> o.since(java.time.Instant.EPOCH));
        StepVerifier.create(since)
                .then(() -> assertThat(topic("timed-untimed").subscriptions()).isEmpty())
                .expectError(IllegalArgumentException.class)
                .verify(DEADLINE);
        awaitNoSubscription(timed);
        StepVerifier.create(since).expectError(IllegalArgumentException.class).verify(DEADLINE);
        awaitNoSubscription(timed);
        StepVerifier.create(ReactorTopics.messages(both, o -> {
                    throw new IllegalStateException("no options today");
                }))
                .expectErrorMessage("no options today")
                .verify(DEADLINE);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("request(0) and less end that subscriber with an IllegalArgumentException")
    void badRequestEndsIt(Way way) {
        if (way == Way.FUSED_INTO_PUBLISH_ON || way == Way.QUEUED_BY_PUBLISH_ON) {
            return; // publishOn keeps such requests to itself
        }
        Recorder<TopicMessage<Integer>> recorder = new Recorder<>();
        way.of(both).subscribe(recorder);
        recorder.upstream().request(0);
        eventually().until(recorder::isEnded);
        assertThat(recorder.errors).hasSize(1).first().isInstanceOf(IllegalArgumentException.class);
        awaitNoSubscription(a);
        awaitNoSubscription(b);
    }

    @Test
    @DisplayName("a subscriber that throws leaves all topics, and its error goes to the dropped-error hook")
    void throwingSubscriberLeavesAll() {
        Recorder<TopicMessage<Integer>> throwing = new Recorder<>() {
            @Override
            public void onNext(TopicMessage<Integer> message) {
                throw new IllegalStateException("broken on purpose");
            }
        };
        ReactorTopics.messages(both, o -> o).subscribe(throwing);
        throwing.upstream().request(1);
        publish(a, 1);
        awaitNoSubscription(a);
        awaitNoSubscription(b);
        assertThat(throwing.dropped).hasSize(1);
        assertThat(throwing.isEnded()).isFalse();
    }

    @Test
    @DisplayName("what was taken when the subscriber cancelled goes to its discard hook, once, and nothing else does")
    void takenAndNotDeliveredIsDiscarded() throws Exception {
        CountDownLatch taking = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        Topic<Integer> slow = topics.topic("slow", Integer.class)
                .copier(n -> {
                    taking.countDown();
                    while (cancelled.getCount() > 0) {
                        Thread.onSpinWait();
                    }
                    return n;
                })
                .build();
        Queue<Object> discarded = new ConcurrentLinkedQueue<>();
        TestSubscriber<TopicMessage<Integer>> subscriber = subscriber(Long.MAX_VALUE);
        ReactorTopics.messages(TopicSelection.of(List.of(a, slow)), o -> o)
                .doOnDiscard(TopicMessage.class, message -> discarded.add(message.payload()))
                .subscribe(subscriber);
        publish(slow, 3);
        assertThat(taking.await(10, TimeUnit.SECONDS)).isTrue();
        subscriber.cancel();
        cancelled.countDown();
        eventually().untilAsserted(() -> assertThat(discarded).containsExactly(0));
        assertThat(subscriber.getReceivedOnNext()).isEmpty();
        awaitNoSubscription(slow);
        awaitNoSubscription(a);
    }

    @Test
    @DisplayName("a thousand idle topics cost a busy one nothing: only what has something is looked at")
    void idleTopicsCostNothing() {
        List<Topic<Integer>> thousand = IntStream.range(0, 1_000)
                .mapToObj(i -> topics.topic("idle-" + i, Integer.class).build())
                .toList();
        TestSubscriber<TopicMessage<Integer>> subscriber = subscriber(Long.MAX_VALUE);
        ReactorTopics.messages(TopicSelection.of(thousand), o -> o).subscribe(subscriber);
        publish(thousand.get(500), 10_000);
        eventually().until(() -> subscriber.getReceivedOnNext().size() == 10_000);
        subscriber.cancel();
        thousand.forEach(TopicTest::awaitNoSubscription);
    }

    @Test
    @DisplayName("it tells its names, demand and lag, and on which threads it is served")
    void tellsWhatItIs() {
        Recorder<TopicMessage<Integer>> recorder = new Recorder<>();
        Flux<TopicMessage<Integer>> flux = ReactorTopics.messages(both, o -> o);
        flux.doOnNext(m -> assertThat(Dispatcher.isLoopThread(Thread.currentThread()))
                        .isTrue())
                .subscribe(recorder);
        publish(a, 5);
        publish(b, 2);
        assertThat(Scannable.from(flux).stepName()).isEqualTo("topics(a,b)");
        Scannable scannable = Scannable.from(recorder.scannable().scanUnsafe(Attr.PARENT));
        assertThat(scannable.name()).isEqualTo("a,b");
        assertThat(scannable.scan(Attr.BUFFERED)).isEqualTo(7);
        recorder.upstream().request(10);
        eventually().until(() -> scannable.scan(Attr.REQUESTED_FROM_DOWNSTREAM) == 3);
        assertThat(scannable.scan(Attr.LARGE_BUFFERED)).isZero();
        assertThat(scannable.scan(Attr.TERMINATED)).isFalse();
        a.complete();
        b.complete();
        eventually().until(recorder::isEnded);
        assertThat(scannable.scan(Attr.TERMINATED)).isTrue();
        assertThat(scannable.scan(Attr.CANCELLED)).isFalse();
        assertThat(recorder.received).hasSize(7);
    }
}
