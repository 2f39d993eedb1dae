package io.fanlog.topic.benchmarks.harness;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What all threads, or all but the one that reads it, have allocated since it was made; what virtual threads allocate is counted
 * with their carriers. Before JDK 21 a platform thread that ended meanwhile is not counted, so the workloads keep theirs
 * until the meter is read.
 */
public final class AllocationMeter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final @Nullable MethodHandle ALL_EVER = findAllEver();

    private final boolean countsOwn;
    private final Map<Long, Long> before;
    private final long everBefore;

    /** Counts all threads but the one that makes and reads it. */
    public AllocationMeter() {
        this(false);
    }

    private AllocationMeter(boolean countsOwn) {
        this.countsOwn = countsOwn;
        before = byThread();
        everBefore = allocatedEver();
    }

    /**
     * Counts the thread that makes and reads it as well.
     *
     * @return begins now
     */
    public static AllocationMeter withOwn() {
        return new AllocationMeter(true);
    }

    /**
     * Reads it.
     *
     * @return bytes
     */
    public long allocatedBytes() {
        if (ALL_EVER != null) {
            return allocatedEver() - everBefore;
        }
        long sum = 0;
        for (Map.Entry<Long, Long> entry : byThread().entrySet()) {
            sum += entry.getValue() - before.getOrDefault(entry.getKey(), 0L);
        }
        return sum;
    }

    /** By all that count since the JVM started; 0 where that cannot be told. */
    private long allocatedEver() {
        if (ALL_EVER == null) {
            return 0;
        }
        try {
            long own = countsOwn
                    ? 0
                    : THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            return (long) ALL_EVER.invoke(THREADS) - own;
        } catch (Throwable thrown) {
            throw new AssertionError("the JDK's own bean threw", thrown);
        }
    }

    /** {@code ThreadMXBean.getTotalThreadAllocatedBytes()}, of JDK 21 and later. */
    private static @Nullable MethodHandle findAllEver() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(ThreadMXBean.class, "getTotalThreadAllocatedBytes", MethodType.methodType(long.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private Map<Long, Long> byThread() {
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        Map<Long, Long> allocated = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            if (countsOwn || ids[i] != Thread.currentThread().getId()) {
                // -1 stands for a thread that has just ended.
                allocated.put(ids[i], Math.max(0, bytes[i]));
            }
        }
        return allocated;
    }
}
