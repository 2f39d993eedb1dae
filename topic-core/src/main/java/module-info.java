/** Topics over a shared log: published once, read by every subscriber at its own pace. */
module io.fanlog.topic {
    requires transitive org.reactivestreams;
    requires static transitive org.jspecify;
    requires com.github.benmanes.caffeine;
    // Events for the flight recorder, where the runtime has one.
    requires static jdk.jfr;

    exports io.fanlog.topic;
    exports io.fanlog.topic.worker;
    exports io.fanlog.topic.spi;

    uses io.fanlog.topic.spi.BlockingCheck;
}
