package io.fanlog.topic.internal.dispatch;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;

/** Finds the variable handles of this room's classes. */
final class Fields {
    private Fields() {}

    /** The handle of a field, which {@code lookup} must be able to see. */
    static VarHandle handle(Lookup lookup, Class<?> declaring, String name, Class<?> type) {
        try {
            return lookup.findVarHandle(declaring, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
