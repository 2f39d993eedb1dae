package io.fanlog.topic.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@DisplayName("Workers' threads")
class VirtualThreadsTest {
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldBeVirtualWhereTheJdkHasThem() throws Exception {
        Thread thread = WorkerThreads.of("alerts").newThread(() -> {});

        assertThat(Thread.class.getMethod("isVirtual").invoke(thread)).isEqualTo(true);
        assertThat(thread.getName()).isEqualTo("fanlog-alerts-1");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void shouldBePlatformDaemonsWhereTheJdkHasNoVirtualOnes() {
        Thread thread = WorkerThreads.of("alerts").newThread(() -> {});

        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).isEqualTo("fanlog-alerts-1");
        assertThat(VirtualThreads.areAvailable()).isFalse();
        assertThatThrownBy(() -> VirtualThreads.named("x")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void shouldBeNumberedPerPool() {
        ThreadFactory factory = WorkerThreads.of("alerts");
        factory.newThread(() -> {});
        assertThat(factory.newThread(() -> {}).getName()).isEqualTo("fanlog-alerts-2");
        assertThat(WorkerThreads.of("orders").newThread(() -> {}).getName()).isEqualTo("fanlog-orders-1");
    }

    @Test
    void shouldBeDaemonsWhenPlatformOnes() {
        Thread thread = WorkerThreads.platform("p-").newThread(() -> {});
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).isEqualTo("p-1");
    }
}
