package io.fanlog.topic.reactor.micrometer;

import io.micrometer.common.KeyValues;

/**
 * How a publish is named unless asked otherwise: {@code fanlog.publish}, with the key values {@code topic} and
 * {@code outcome}, see {@link PublishContext#outcome}. To be extended.
 */
public class DefaultPublishObservationConvention implements PublishObservationConvention {
    static final String OUTCOME = "outcome";

    /** Has no state. */
    public DefaultPublishObservationConvention() {}

    @Override
    public String getName() {
        return "fanlog.publish";
    }

    @Override
    public String getContextualName(PublishContext context) {
        return "publish " + context.topic();
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(PublishContext context) {
        return KeyValues.of("topic", context.topic(), OUTCOME, context.outcome());
    }
}
