package io.fanlog.topic.reactor;

import io.fanlog.topic.testing.ApiDump;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PublicApiTest {

    @Test
    @DisplayName("the public API is the one in docs/api/topic-reactor.txt")
    void publicApiIsTheReviewedOne() throws IOException {
        ApiDump.ofModuleWith(ReactorTopics.class).check();
    }
}
