package io.fanlog.topic.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scenario 4: with room for one, a wake-up that is missed on either side would stop everything. */
class PingPongTest {
    private static final int ROUNDS = Rounds.of(10_000, 1_000_000);

    @ParameterizedTest
    @EnumSource
    void shouldMissNoWakeUpWhenEachMessageIsWaitedFor(Flavour flavour) {
        try (Topics topics = Topics.create();
                Crew crew = new Crew()) {
            Topic<Integer> topic =
                    topics.topic("ping", Integer.class).capacity(1).build();
            Probe<Integer> probe = new Probe<Integer>(flavour, crew.threads()).to(topic, o -> o);
            for (int i = 1; i <= ROUNDS; i++) {
                topic.publish(i).orThrow();
                int expected = i;
                Waiting.until("the message came without another publish", () -> probe.count() == expected);
            }
            probe.assertOrderly();
            assertThat(probe.items()).isSorted().hasSize(ROUNDS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldMissNoWakeUpWhenThePublisherWaitsForRoom(Flavour flavour) {
        try (Topics topics = Topics.create();
                Crew crew = new Crew()) {
            Topic<Integer> topic =
                    topics.topic("ping", Integer.class).capacity(1).build();
            Probe<Integer> probe = new Probe<Integer>(flavour, crew.threads()).to(topic, o -> o);
            for (int i = 1; i <= ROUNDS; i++) {
                assertThat(topic.publishAsync(i).join()).isEqualTo(PublishResult.OK);
            }
            Waiting.until("the last came", () -> probe.count() == ROUNDS);
            probe.assertOrderly();
            assertThat(probe.items()).isSorted();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldMissNoRequestWhenOneIsRequestedAtATime(Flavour flavour) {
        try (Topics topics = Topics.create();
                Crew crew = new Crew()) {
            Topic<Integer> topic = topics.topic("ping", Integer.class).build();
            Probe<Integer> probe = new Probe<Integer>(flavour, crew.threads()).to(topic, 0, o -> o);
            for (int i = 1; i <= ROUNDS; i++) {
                if (i % 2 == 0) {
                    probe.request(1);
                    topic.publish(i).orThrow();
                } else {
                    topic.publish(i).orThrow();
                    probe.request(1);
                }
                int expected = i;
                Waiting.until("what was requested came", () -> probe.count() == expected);
            }
            probe.assertOrderly();
        }
    }
}
