package io.fanlog.topic.reactor.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** Says how an observed handling is named and which key values it has. Called by any thread that handles. */
public interface HandleObservationConvention extends ObservationConvention<HandleContext> {
    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof HandleContext;
    }
}
