package io.fanlog.topic.benchmarks.harness;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * What all live platform threads but the one that reads it have allocated since it was made. A thread that ended meanwhile
 * is not counted, so the workloads keep theirs until the meter is read; what virtual threads allocate is counted with their
 * carriers.
 */
public final class AllocationMeter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Map<Long, Long> before = byThread();

    /**
     * Reads it.
     *
     * @return bytes
     */
    public long allocatedBytes() {
        long sum = 0;
        for (Map.Entry<Long, Long> entry : byThread().entrySet()) {
            sum += entry.getValue() - before.getOrDefault(entry.getKey(), 0L);
        }
        return sum;
    }

    private static Map<Long, Long> byThread() {
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        Map<Long, Long> allocated = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] != Thread.currentThread().getId()) {
                // -1 stands for a thread that has just ended.
                allocated.put(ids[i], Math.max(0, bytes[i]));
            }
        }
        return allocated;
    }
}
