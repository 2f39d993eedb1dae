/** Topics of Fanlog as {@code Flux} and {@code Mono} of Project Reactor. */
module io.fanlog.topic.reactor {
    requires transitive io.fanlog.topic;
    requires transitive reactor.core;
    // Where an application has it.
    requires static reactor.blockhound;

    exports io.fanlog.topic.reactor;

    provides io.fanlog.topic.spi.BlockingCheck with
            io.fanlog.topic.reactor.internal.ReactorBlockingCheck;
    provides reactor.blockhound.integration.BlockHoundIntegration with
            io.fanlog.topic.reactor.internal.FanlogBlockHoundIntegration;
}
