package io.fanlog.topic;

import io.fanlog.topic.testing.ApiDump;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PublicApiTest {

    @Test
    @DisplayName("the public API is the one in docs/api/topic-core.txt")
    void publicApiIsTheReviewedOne() throws IOException {
        ApiDump.ofModuleWith(Topics.class).check();
    }
}
