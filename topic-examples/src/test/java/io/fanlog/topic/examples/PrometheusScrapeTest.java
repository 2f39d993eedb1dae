package io.fanlog.topic.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The meters as Prometheus sees them. */
class PrometheusScrapeTest {

    @Test
    void shouldServeWhatTopicsSubscriptionsAndPoolsCountAndNothingOnceTheyAreClosed() throws Exception {
        assertThat(CapturedOutput.of(() -> PrometheusScrape.main(new String[0])))
                .containsExactlyInAnyOrder(
                        "all handled: true",
                        "fanlog_pool_completed_jobs_total{outcome=\"failed\",pool=\"alerts\"} 0.0",
                        "fanlog_pool_completed_jobs_total{outcome=\"succeeded\",pool=\"alerts\"} 3.0",
                        "fanlog_subscription_delivered_messages_total{subscription=\"alerts\",topic=\"quakes\"} 3.0",
                        "fanlog_topic_published_messages_total{topic=\"quakes\"} 3.0",
                        "closed: 0 left");
    }
}
