package io.fanlog.topic.benchmarks.fanout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntFunction;

/**
 * What one writes by hand: a bounded queue and a thread for each subscriber; the producer puts each message into every
 * queue. The threads take what there is at once with {@code drainTo}, which is several times faster than {@code take}.
 */
final class BlockingQueueSubject implements FanoutSubject {
    private static final int BATCH = 1_024;

    private final List<BlockingQueue<Payload>> queues = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    private BlockingQueueSubject(IntFunction<BlockingQueue<Payload>> queue, List<CheckingSubscriber> subscribers) {
        for (CheckingSubscriber subscriber : subscribers) {
            BlockingQueue<Payload> own = queue.apply(CAPACITY);
            queues.add(own);
            Thread thread = new Thread(() -> serve(own, subscriber), "queue-subscriber");
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    static Starter arrayStarter() {
        return (producers, subscribers) -> new BlockingQueueSubject(ArrayBlockingQueue::new, subscribers);
    }

    static Starter linkedStarter() {
        return (producers, subscribers) -> new BlockingQueueSubject(LinkedBlockingQueue::new, subscribers);
    }

    private static void serve(BlockingQueue<Payload> queue, CheckingSubscriber subscriber) {
        List<Payload> batch = new ArrayList<>(BATCH);
        try {
            while (true) {
                subscriber.accept(queue.take());
                queue.drainTo(batch, BATCH);
                for (int i = 0; i < batch.size(); i++) {
                    subscriber.accept(batch.get(i));
                }
                batch.clear();
            }
        } catch (InterruptedException e) {
            // Closed: the thread ends.
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void publish(Payload payload) throws InterruptedException {
        for (int i = 0; i < queues.size(); i++) {
            queues.get(i).put(payload);
        }
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
