package io.fanlog.topic.benchmarks.pools;

import java.time.Duration;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Reactor's two ways to run jobs, fed by a unicast sink without a bound; several producers use the busy looping handler, as
 * its docs advise. With {@code flatMap} a job that sleeps holds no thread meanwhile, as is the way there, and one that
 * does not runs on a parallel scheduler of as many threads as the limit, or as there are cores.
 */
final class ReactorSubject implements PoolSubject {
    private static final Duration BUSY_LOOPING = Duration.ofMinutes(10);

    private final Sinks.Many<Job> sink = Sinks.many().unicast().onBackpressureBuffer();
    private final EmitFailureHandler busyLooping = EmitFailureHandler.busyLooping(BUSY_LOOPING);
    private final Scheduler scheduler;

    private ReactorSubject(int threads, Way way) {
        scheduler = Schedulers.newParallel("reactor-job", threads);
        way.run(sink.asFlux(), scheduler).subscribe();
    }

    static Starter flatMapStarter() {
        return concurrency -> new ReactorSubject(
                Math.min(concurrency, Runtime.getRuntime().availableProcessors()),
                (jobs, scheduler) -> jobs.flatMap(job -> running(job, scheduler), concurrency));
    }

    static Starter parallelStarter() {
        return concurrency -> new ReactorSubject(
                concurrency,
                (jobs, scheduler) -> jobs.parallel(concurrency)
                        .runOn(scheduler)
                        .doOnNext(Job::run)
                        .sequential());
    }

    private static Publisher<Job> running(Job job, Scheduler scheduler) {
        int sleepMillis = job.shape().sleepMillis();
        if (sleepMillis == 0) {
            return Mono.<Job>fromRunnable(job).subscribeOn(scheduler);
        }
        return Mono.delay(Duration.ofMillis(sleepMillis), scheduler).then(Mono.fromRunnable(job::runAwake));
    }

    @Override
    public void submit(Job job) {
        sink.emitNext(job, busyLooping);
    }

    @Override
    public void close() {
        scheduler.dispose();
    }

    private interface Way {
        Flux<Job> run(Flux<Job> jobs, Scheduler scheduler);
    }
}
