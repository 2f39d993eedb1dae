package io.fanlog.topic.benchmarks.pools;

import java.time.Duration;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Reactor's two ways to run jobs, fed by a unicast sink without a bound. Several producers use the busy looping handler, as
 * its docs advise, and yield between two tries: virtual threads that only spin would keep all carriers from the one that
 * emits, and nothing would go on. With {@code flatMap} a job that sleeps holds no thread meanwhile, as is the way there, and one that
 * does not runs on a parallel scheduler of as many threads as the limit, or as there are cores.
 */
final class ReactorSubject implements PoolSubject {
    private static final Duration BUSY_LOOPING = Duration.ofMinutes(10);

    private final Sinks.Many<Job> sink = Sinks.many().unicast().onBackpressureBuffer();
    private final EmitFailureHandler busyLooping = EmitFailureHandler.busyLooping(BUSY_LOOPING);
    private final EmitFailureHandler yielding = this::isTriedAgain;
    private final Scheduler scheduler;
    private volatile boolean isClosed;

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
        sink.emitNext(job, yielding);
    }

    @SuppressWarnings("ThreadPriorityCheck") // a virtual thread that yields lets its carrier run another
    private boolean isTriedAgain(SignalType signal, EmitResult result) {
        Thread.yield();
        return !isClosed && busyLooping.onEmitFailure(signal, result);
    }

    @Override
    public void close() {
        isClosed = true;
        scheduler.dispose();
    }

    private interface Way {
        Flux<Job> run(Flux<Job> jobs, Scheduler scheduler);
    }
}
