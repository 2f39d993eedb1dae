package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;

/** What {@link Scannable} tells of a topic's Flux and of its subscribers. */
class ScanTest extends TopicTest {

    @Test
    @DisplayName("the operator tells the topic's name, capacity and end")
    void operatorTellsOfTheTopic() {
        Topic<Integer> topic = numbers().capacity(32).build();
        Flux<Integer> flux = ReactorTopics.flux(topic);
        Scannable scannable = Scannable.from(flux);
        assertThat(scannable.isScanAvailable()).isTrue();
        assertThat(scannable.name()).isEqualTo("numbers");
        assertThat(scannable.stepName()).isEqualTo("topic(numbers)");
        assertThat(scannable.scan(Attr.CAPACITY)).isEqualTo(32);
        assertThat(scannable.scan(Attr.RUN_STYLE)).isEqualTo(Attr.RunStyle.ASYNC);
        assertThat(scannable.scan(Attr.TERMINATED)).isFalse();
        assertThat(scannable.scan(Attr.PARENT)).isNull();
        assertThat(Scannable.from(flux.map(n -> n + 1)).steps()).containsExactly("topic(numbers)", "map");
        topic.complete();
        assertThat(scannable.scan(Attr.TERMINATED)).isTrue();
    }

    @Test
    @DisplayName("a subscriber tells its label, demand and lag")
    void subscriberTellsDemandAndLag() {
        Topic<Integer> topic = numbers().capacity(32).build();
        Recorder<Integer> recorder = new Recorder<>();
        ReactorTopics.flux(topic, o -> o.label("page")).subscribe(recorder);
        Scannable scannable = recorder.scannable();
        publish(topic, 10);
        assertThat(scannable.scan(Attr.BUFFERED)).isEqualTo(10);
        assertThat(scannable.scan(Attr.LARGE_BUFFERED)).isEqualTo(10L);
        recorder.upstream().request(4);
        eventually().until(() -> recorder.received.size() == 4);
        eventually().until(() -> scannable.scan(Attr.BUFFERED) == 6);
        recorder.upstream().request(20);
        eventually().until(() -> scannable.scan(Attr.REQUESTED_FROM_DOWNSTREAM) == 14);
        assertThat(scannable.scan(Attr.BUFFERED)).isZero();
        assertThat(scannable.scan(Attr.CAPACITY)).isEqualTo(32);
        assertThat(scannable.scan(Attr.RUN_STYLE)).isEqualTo(Attr.RunStyle.ASYNC);
        assertThat(scannable.scanUnsafe(Attr.ACTUAL)).isSameAs(recorder);
        assertThat(scannable.name()).isEqualTo("page");
        assertThat(scannable.stepName()).isEqualTo("topic(numbers)");
        assertThat(scannable.scan(Attr.TERMINATED)).isFalse();
        assertThat(scannable.scan(Attr.CANCELLED)).isFalse();
        assertThat(scannable.scan(Attr.ERROR)).isNull();
    }

    @Test
    @DisplayName("a subscriber tells how it ended")
    void subscriberTellsItsEnd() {
        Topic<Integer> topic = numbers().build();
        Recorder<Integer> completed = new Recorder<>();
        Recorder<Integer> cancelled = new Recorder<>();
        Recorder<Integer> resumable = new Recorder<>();
        ReactorTopics.flux(topic).subscribe(completed);
        ReactorTopics.flux(topic).subscribe(cancelled);
        ReactorTopics.flux(topic, o -> o.resumable("archive")).subscribe(resumable);
        cancelled.upstream().cancel();
        resumable.upstream().cancel();
        topic.complete();
        eventually().until(completed::isEnded);
        eventually().until(() -> completed.scannable().scan(Attr.TERMINATED));
        assertThat(completed.scannable().scan(Attr.CANCELLED)).isFalse();
        assertThat(cancelled.scannable().scan(Attr.CANCELLED)).isTrue();
        assertThat(cancelled.scannable().scan(Attr.TERMINATED)).isFalse();
        assertThat(resumable.scannable().scan(Attr.CANCELLED)).isTrue();
    }

    @Test
    @DisplayName("a subscriber tells the error it ended with, fused or not")
    void subscriberTellsItsError() {
        Topic<Integer> topic = numbers().build();
        IllegalStateException cause = new IllegalStateException("broken on purpose");
        Recorder<Integer> pushed = new Recorder<>();
        Recorder<Integer> fused = new Recorder<>(Fuseable.ASYNC);
        ReactorTopics.flux(topic).subscribe(pushed);
        ReactorTopics.flux(topic).subscribe(fused);
        topic.fail(cause);
        eventually().until(() -> pushed.isEnded() && fused.isEnded());
        eventually().until(() -> pushed.scannable().scan(Attr.ERROR) == cause);
        eventually().until(() -> fused.scannable().scan(Attr.ERROR) == cause);
        assertThat(pushed.scannable().scan(Attr.TERMINATED)).isTrue();
        assertThat(fused.scannable().scan(Attr.TERMINATED)).isTrue();
    }
}
