package io.fanlog.topic.benchmarks.turns;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.SpscArrayQueue;

/** The subjects of append and poll by name, in the order they take turns. */
public final class Pipes {
    private static final Map<String, Supplier<Pipe>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("fanlog", TopicPipe::new);
        ALL.put("fanlog-log", LogPipe::new);
        ALL.put("jctools-spsc", () -> new QueuePipe(new SpscArrayQueue<>(Pipe.CAPACITY)));
        ALL.put("jctools-mpmc", () -> new QueuePipe(new MpmcArrayQueue<>(Pipe.CAPACITY)));
        ALL.put("lock-deque", LockedDequePipe::new);
    }

    private Pipes() {}

    /**
     * Their names.
     *
     * @return in the order they take turns
     */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    static Supplier<Pipe> named(String name) {
        Supplier<Pipe> pipe = ALL.get(name);
        if (pipe == null) {
            throw new IllegalArgumentException("no subject " + name);
        }
        return pipe;
    }
}
