package io.fanlog.topic.reactor.micrometer;

import io.micrometer.common.KeyValues;

/**
 * How a handling is named unless asked otherwise: {@code fanlog.handle}, with the key values {@code topic},
 * {@code handler} (the name it was given) and {@code outcome} (see {@link HandleContext#outcome}), and in traces only
 * {@code message}, which is epoch and sequence. To be extended.
 */
public class DefaultHandleObservationConvention implements HandleObservationConvention {
    /** Has no state. */
    public DefaultHandleObservationConvention() {}

    @Override
    public String getName() {
        return "fanlog.handle";
    }

    @Override
    public String getContextualName(HandleContext context) {
        return "handle " + context.topic();
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(HandleContext context) {
        return KeyValues.of(
                "topic",
                context.topic(),
                "handler",
                context.handler(),
                DefaultPublishObservationConvention.OUTCOME,
                context.outcome());
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(HandleContext context) {
        return KeyValues.of(
                "message",
                Long.toHexString(context.message().epoch()) + ":"
                        + context.message().sequence());
    }
}
