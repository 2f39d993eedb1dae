package io.fanlog.topic.benchmarks.harness;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/**
 * By how much the used heap grew at most since this was made. Garbage that has not been collected counts, as it does for
 * whoever has to choose a heap size. The parts of the heap have their peaks each, so the sum is an upper bound.
 */
public final class PeakHeap {
    private static final List<MemoryPoolMXBean> PARTS = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(part -> part.getType() == MemoryType.HEAP)
            .toList();

    private final long before;

    /** Begins to watch; for one watcher at a time. */
    public PeakHeap() {
        long used = 0;
        for (MemoryPoolMXBean part : PARTS) {
            part.resetPeakUsage();
            used += part.getUsage().getUsed();
        }
        before = used;
    }

    /**
     * Reads it.
     *
     * @return bytes
     */
    public long growthBytes() {
        return Math.max(
                0,
                PARTS.stream().mapToLong(part -> part.getPeakUsage().getUsed()).sum() - before);
    }
}
