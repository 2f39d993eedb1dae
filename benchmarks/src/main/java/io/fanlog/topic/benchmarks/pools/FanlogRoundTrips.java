package io.fanlog.topic.benchmarks.pools;

import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.PoolBuilder;
import java.util.function.UnaryOperator;

/** Ours with a concurrency of one: a pool of some kind that subscribes to a topic. */
final class FanlogRoundTrips implements RoundTrips {
    private final Baton baton = new Baton();
    private final Topics topics = Topics.create();
    private final Topic<Baton> topic = topics.topic("jobs", Baton.class).build();
    private long added;

    private FanlogRoundTrips(UnaryOperator<PoolBuilder> kind) {
        kind.apply(topics.pool("jobs"))
                .handling(Baton.class, Baton::pass)
                .start()
                .subscribeTo(topic);
    }

    /** Fire and forget. */
    static Starter starter() {
        return () -> new FanlogRoundTrips(pool -> pool);
    }

    /** With somebody who hears of errors; there are none. */
    static Starter errorStarter() {
        return () -> new FanlogRoundTrips(pool -> pool.onError((name, failure) -> {}));
    }

    @Override
    public void addAndAwait(int jobs) throws Exception {
        for (int i = 0; i < jobs; i++) {
            topic.publish(baton).orThrow();
        }
        added += jobs;
        baton.await(added);
    }

    @Override
    public long finished() {
        return baton.finished();
    }

    @Override
    public void close() {
        topics.close();
    }
}
