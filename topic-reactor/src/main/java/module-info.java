/** Topics of Fanlog as {@code Flux} and {@code Mono} of Project Reactor. */
module io.fanlog.topic.reactor {
    requires transitive io.fanlog.topic;
    requires transitive reactor.core;
    // Where an application has it.
    requires static reactor.blockhound;

    // For package micrometer, where an application has it.
    requires static transitive micrometer.commons;
    requires static transitive micrometer.core;
    requires static transitive micrometer.observation;

    exports io.fanlog.topic.reactor;
    exports io.fanlog.topic.reactor.micrometer;

    provides io.fanlog.topic.spi.BlockingCheck with
            io.fanlog.topic.reactor.internal.ReactorBlockingCheck;
    provides reactor.blockhound.integration.BlockHoundIntegration with
            io.fanlog.topic.reactor.internal.FanlogBlockHoundIntegration;
}
