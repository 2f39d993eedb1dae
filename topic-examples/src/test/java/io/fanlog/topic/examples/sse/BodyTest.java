package io.fanlog.topic.examples.sse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BodyTest {
    private final Body body = new Body(10);

    @Test
    void shouldKeepWhatFits() {
        assertThat(body.floodedBy(new byte[] {1, 2, 3, 4, 5})).isFalse();
        assertThat(body.floodedBy(new byte[] {6, 7, 8, 9, 10})).isFalse();

        assertThat(body.isTooLarge()).isFalse();
        assertThat(body.bytes()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    }

    @Test
    void shouldDropWhatIsTooMuchAndStopReadingWhenItDoesNotEnd() {
        assertThat(body.floodedBy(new byte[11])).isFalse();
        assertThat(body.isTooLarge()).isTrue();
        assertThat(body.bytes()).isEmpty();

        assertThat(body.floodedBy(new byte[149])).isFalse();
        assertThat(body.floodedBy(new byte[1])).isTrue();
    }
}
