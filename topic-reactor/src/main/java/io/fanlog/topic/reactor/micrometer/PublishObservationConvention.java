package io.fanlog.topic.reactor.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** Says how an observed publish is named and which key values it has. Called by any thread that publishes. */
public interface PublishObservationConvention extends ObservationConvention<PublishContext> {
    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof PublishContext;
    }
}
