package io.fanlog.topic.worker;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Scenario 17 without threads: moves that race with jobs, some of which end at once and some elsewhere")
class AsyncPoolRacesTest extends PoolRacesTest {
    private final AsyncKind kind = new AsyncKind();

    @Override
    PoolBuilder pool(String name) {
        return kind.of(super.pool(name));
    }

    @AfterEach
    void endOthers() {
        kind.close();
    }
}
