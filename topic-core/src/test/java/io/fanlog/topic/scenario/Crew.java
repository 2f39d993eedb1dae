package io.fanlog.topic.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that do something at the same moment; what one of them throws, the test gets. */
public final class Crew implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool(action -> {
        Thread thread = new Thread(action, "crew");
        thread.setDaemon(true);
        return thread;
    });

    /** One thing to do. */
    @FunctionalInterface
    public interface Action {
        /** Does it. */
        void run() throws Exception;
    }

    /** Runs all at once, as nearly as threads can, and returns when all have ended. */
    public void together(Action... actions) throws Exception {
        await(start(actions));
    }

    /** Starts all at once. */
    public List<Future<?>> start(Action... actions) {
        CyclicBarrier start = new CyclicBarrier(actions.length);
        List<Future<?>> running = new ArrayList<>();
        for (Action action : actions) {
            Callable<Void> call = () -> {
                start.await();
                action.run();
                return null;
            };
            running.add(threads.submit(call));
        }
        return running;
    }

    /** Waits until all have ended. */
    public static void await(List<Future<?>> running) throws Exception {
        for (Future<?> one : running) {
            one.get(Rounds.deadline().toMillis() * 4, TimeUnit.MILLISECONDS);
        }
    }

    /** {@return its threads, for pollers} */
    public ExecutorService threads() {
        return threads;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
