package io.fanlog.topic.internal.worker;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;

/** Finds the variable handles of this room's classes. */
final class Handles {
    private Handles() {}

    /** The handle of a field, which {@code lookup} must be able to see. */
    static VarHandle of(Lookup lookup, Class<?> declaring, String name, Class<?> type) {
        try {
            return lookup.findVarHandle(declaring, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
