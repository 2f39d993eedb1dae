package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.QueueOptions;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A run of slots of a {@link FifoStore}, linked forward only and never used again. */
final class Chunk {
    /** Stands in the place of the link of a chunk that was passed, so that an old one cannot keep young ones alive. */
    static final Chunk DEAD = new Chunk(Long.MIN_VALUE, 0);

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle NEXT = Handles.of(MethodHandles.lookup(), Chunk.class, "next", Chunk.class);

    /** Place of the first slot in the queue's life. */
    final long base;

    final @Nullable Object[] slots;

    @SuppressWarnings("unused") // by NEXT
    private volatile @Nullable Chunk next;

    Chunk(long base, int size) {
        this.base = base;
        this.slots = new Object[size];
    }

    static Chunk first() {
        return new Chunk(0, QueueOptions.FIRST_CHUNK);
    }

    long end() {
        return base + slots.length;
    }

    /** Stores with a full fence behind it: whoever stored looks next whether somebody must be told. */
    static void storeVolatile(@Nullable Object[] slots, int index, Object job) {
        SLOT.setVolatile(slots, index, job);
    }

    @Nullable
    Object slotVolatile(int index) {
        return SLOT.getVolatile(slots, index);
    }

    @Nullable
    Chunk nextAcquire() {
        return (Chunk) NEXT.getAcquire(this);
    }

    /** The next chunk, made now if there is none; {@link #DEAD} if this one was passed. */
    Chunk nextOrAppend(int size) {
        Chunk following = nextAcquire();
        if (following == null) {
            Chunk fresh = new Chunk(end(), size);
            following = (Chunk) NEXT.compareAndExchange(this, null, fresh);
            if (following == null) {
                following = fresh;
            }
        }
        return following;
    }

    void killRelease() {
        NEXT.setRelease(this, DEAD);
    }
}
