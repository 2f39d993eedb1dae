package io.fanlog.topic.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A pool seen as an {@link java.util.concurrent.ExecutorService}: what is given to it waits in a queue of its own, and the
 * pool's workers run it among their other jobs, so the pool's concurrency, pauses and counters hold for it as well.
 *
 * <pre>{@code
 * WorkerPool<Runnable> pool = topics.pool("io").concurrency(8).handling(JobHandler.running()).start();
 * ExecutorService io = PoolExecutor.over(pool);
 * Future<Integer> size = io.submit(() -> measure(file));
 * }</pre>
 *
 * <p>Shutting it down ends the view and its queue, never the pool. A pool that is closed, or a queue that is purged, cancels
 * the futures of what had not started, so nobody waits in vain. {@link #shutdownNow} also interrupts what runs, which is
 * then still a job of the pool until it returns. What a task given to {@link #execute} throws fails that job, and goes to
 * the pool's error handler. All methods may be called from any thread.
 */
public final class PoolExecutor extends AbstractExecutorService {
    private final WorkerPool<Runnable> pool;
    private final JobQueue<Runnable> queue;

    /** All that was accepted and has not ended. */
    private final Set<Task> open = ConcurrentHashMap.newKeySet();

    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile boolean shutDown;

    private PoolExecutor(WorkerPool<Runnable> pool, JobQueue<Runnable> queue) {
        this.pool = pool;
        this.queue = queue;
    }

    /**
     * A view with an unbounded queue.
     *
     * @param pool that runs what it is given, see {@link JobHandler#running()}
     * @return a new view, with a queue of its own that is bound to the pool
     * @throws PoolStateException if the pool is draining, stopping, stopped or closed
     */
    public static PoolExecutor over(WorkerPool<Runnable> pool) {
        return over(pool, o -> o);
    }

    /**
     * A view with a queue of one's choice: what finds no room in it is rejected.
     *
     * @param pool that runs what it is given, see {@link JobHandler#running()}
     * @param options {@code o -> o.capacity(1_000)}
     * @return a new view, with a queue of its own that is bound to the pool
     * @throws PoolStateException if the pool is draining, stopping, stopped or closed
     */
    public static PoolExecutor over(WorkerPool<Runnable> pool, UnaryOperator<QueueOptions<Runnable>> options) {
        return new PoolExecutor(pool, pool.bindQueue(options));
    }

    /**
     * Has a task run by the pool.
     *
     * @param command not null
     * @throws RejectedExecutionException if this was shut down, its queue is full, or its pool is closed
     */
    @Override
    public void execute(Runnable command) {
        Task task = new Task(Objects.requireNonNull(command, "command"));
        open.add(task);
        if (shutDown) {
            task.over();
            throw rejected("was shut down");
        }
        JobHandle<?> handle = queue.submit(task);
        handle.refusal().ifPresent(refusal -> {
            task.over();
            throw rejected("is " + refusal);
        });
        task.acceptedAs(handle);
    }

    private RejectedExecutionException rejected(String why) {
        return new RejectedExecutionException("the executor over pool '" + pool.name() + "' " + why);
    }

    @Override
    public void shutdown() {
        shutDown = true;
        terminateIfOver();
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        List<Runnable> neverStarted = new ArrayList<>();
        for (Task task : open) {
            if (task.takeBack()) {
                neverStarted.add(task.command);
            }
        }
        open.forEach(Task::interrupt); // only now: whoever is interrupted makes way for the next
        return neverStarted;
    }

    @Override
    public boolean isShutdown() {
        return shutDown;
    }

    @Override
    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }

    private void terminateIfOver() {
        if (shutDown && open.isEmpty()) {
            terminated.countDown();
            pool.unbind(queue);
            queue.close();
        }
    }

    @Override
    public String toString() {
        return "PoolExecutor[" + pool.name() + (isTerminated() ? ", terminated" : shutDown ? ", shut down" : "") + "]";
    }

    /** One task on its way; the monitor guards against interrupting whatever the worker runs after it. */
    private final class Task implements Runnable {
        final Runnable command;

        // Guarded by this.

        private @Nullable JobHandle<?> handle;
        private @Nullable Thread runner;
        private boolean stopping;
        private boolean handedBack;

        Task(Runnable command) {
            this.command = command;
        }

        /** From now on it can be taken back; and its end is heard of, whoever closes the job. */
        void acceptedAs(JobHandle<?> accepted) {
            boolean late;
            synchronized (this) {
                handle = accepted;
                late = stopping;
            }
            var unused = accepted.result().whenComplete((nothing, error) -> {
                if (accepted.status() == JobStatus.CLOSED) {
                    closed();
                }
            });
            if (late && !accepted.close()) { // there was a shutdownNow before there was a handle
                interrupt();
            }
        }

        /** Closed before it started: whoever waits for its future is told, unless it was handed back to be run elsewhere. */
        private void closed() {
            if (!isHandedBack() && command instanceof RunnableFuture<?> future) {
                future.cancel(false);
            }
            over();
        }

        private synchronized boolean isHandedBack() {
            return handedBack;
        }

        @Override
        public void run() {
            synchronized (this) {
                runner = Thread.currentThread();
            }
            try {
                command.run();
            } finally {
                synchronized (this) {
                    runner = null;
                }
                over();
            }
        }

        void over() {
            open.remove(this);
            terminateIfOver();
        }

        /** Takes it back if it has not started. */
        boolean takeBack() {
            JobHandle<?> accepted;
            synchronized (this) {
                stopping = true;
                accepted = handle;
                handedBack = accepted != null;
            }
            if (accepted == null) {
                return false; // the one who is giving it to us takes it back
            }
            return accepted.close();
        }

        private synchronized void interrupt() {
            if (runner != null) {
                runner.interrupt();
            }
        }
    }
}
