package io.fanlog.topic.internal.worker;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads, reached from Java 17 bytecode. The only class that knows names of JDK 21; see
 * docs/decisions/0002-virtual-threads.md.
 */
final class VirtualThreads {
    /** {@code prefix -> Thread.ofVirtual().inheritInheritableThreadLocals(false).name(prefix, 1).factory()}. */
    private static final @Nullable MethodHandle FACTORY = find();

    private VirtualThreads() {}

    /** Whether this JDK has them as a final feature. */
    static boolean areAvailable() {
        return FACTORY != null;
    }

    /**
     * Makes virtual threads that are named with a prefix and a running number.
     *
     * @throws UnsupportedOperationException if this JDK has none
     */
    static ThreadFactory named(String prefix) {
        if (FACTORY == null) {
            throw new UnsupportedOperationException("virtual threads need JDK 21, this is " + Runtime.version());
        }
        try {
            return (ThreadFactory) FACTORY.invoke(prefix);
        } catch (Throwable thrown) {
            throw new AssertionError("the JDK's own factory threw", thrown);
        }
    }

    private static @Nullable MethodHandle find() {
        if (Runtime.version().feature() < 21) {
            return null; // 19 and 20 have them as a preview, which throws when it is not enabled
        }
        try {
            Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Class<?> virtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandle begin = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(virtual));
            MethodHandle inherit = lookup.findVirtual(
                    virtual, "inheritInheritableThreadLocals", MethodType.methodType(virtual, boolean.class));
            MethodHandle name =
                    lookup.findVirtual(virtual, "name", MethodType.methodType(virtual, String.class, long.class));
            MethodHandle factory = lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class));
            MethodHandle bare =
                    MethodHandles.filterReturnValue(begin, MethodHandles.insertArguments(inherit, 1, false));
            MethodHandle numbered = MethodHandles.insertArguments(name, 2, 1L);
            MethodHandle named = MethodHandles.collectArguments(numbered, 0, bare);
            return MethodHandles.filterReturnValue(
                    named, factory.asType(MethodType.methodType(ThreadFactory.class, virtual)));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
