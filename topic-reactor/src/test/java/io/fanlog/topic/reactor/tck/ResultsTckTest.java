package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.ReactivePool;
import io.fanlog.topic.reactor.ReactivePoolBuilder;
import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.testing.TckTopics;
import io.fanlog.topic.worker.DrainReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The rules of Reactive Streams for the results of a pool whose jobs are publishers: here of two jobs, half of them each. */
public class ResultsTckTest extends PublisherVerification<Integer> {
    private final AtomicInteger number = new AtomicInteger();
    private final List<Future<DrainReport>> drains = new ArrayList<>();
    private Topics topics;

    public ResultsTckTest() {
        super(TckTopics.environment(), TckTopics.LETTING_GO_MILLIS);
    }

    @Override
    public Publisher<Integer> createPublisher(long elements) {
        int half = (int) (elements / 2);
        int rest = (int) (elements - half);
        ReactivePool<Integer, Integer> pool = begin(options()
                .ordered()
                .flatMapping((Integer job) -> job == 0 ? Flux.range(0, half) : Flux.range(half, rest)));
        drains.add(pool.pool().drainAsync(Duration.ofDays(1)));
        return bare(pool.results());
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
        ReactivePool<Integer, Integer> pool =
                begin(options().stopOnError().flatMapping(job -> Mono.error(new IllegalStateException("on purpose"))));
        pool.pool().whenStopped().join();
        return bare(pool.results());
    }

    private ReactivePoolBuilder options() {
        return ReactorTopics.pool(
                topics.pool("pool-" + number.incrementAndGet()).concurrency(2));
    }

    private ReactivePool<Integer, Integer> begin(ReactivePool<Integer, Integer> pool) {
        Topic<Integer> jobs =
                topics.topic("jobs-" + number.get(), Integer.class).build();
        pool.pool().subscribeTo(jobs);
        jobs.publish(0).orThrow();
        jobs.publish(1).orThrow();
        return pool.start();
    }

    private static Publisher<Integer> bare(Flux<Integer> flux) {
        return subscriber -> flux.subscribe(new Bare(Objects.requireNonNull(subscriber)));
    }

    @BeforeClass
    public void openTopics() {
        topics = Topics.create();
    }

    @AfterClass
    public void closeTopics() {
        topics.close(Duration.ZERO);
    }
}
