package io.fanlog.topic.examples.sse;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fanlog.topic.SequenceGapException;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicClosedException;
import io.fanlog.topic.reactor.ReactorTopics;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Duration;
import java.util.function.BiFunction;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Answers a GET with the topic, from where the client left off. */
final class MessageStream implements BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> {
    private final Topic<String> topic;
    private final int maxLag;
    private final Flux<String> heartbeats;

    MessageStream(Topic<String> topic, int maxLag, Duration heartbeat, Mono<Void> closing) {
        this.topic = topic;
        this.maxLag = maxLag;
        heartbeats = Flux.interval(heartbeat)
                .onBackpressureDrop()
                .map(tick -> ": still here\n\n")
                .takeUntilOther(closing);
    }

    @Override
    public Publisher<Void> apply(HttpServerRequest request, HttpServerResponse response) {
        String lastEventId = request.requestHeaders().get("Last-Event-ID");
        Flux<String> messages;
        try {
            messages = lastEventId == null ? fromNow() : behind(EventId.parse(lastEventId));
        } catch (IllegalArgumentException e) {
            return Answer.error(400, String.valueOf(e.getMessage())).sendTo(response);
        }
        Flux<String> events =
                messages.onErrorComplete(TopicClosedException.class).mergeWith(heartbeats);
        return response.sse()
                .header(HttpHeaderNames.CACHE_CONTROL, "no-cache")
                .send(ByteBufFlux.fromString(events, UTF_8, response.alloc()), flushEach -> true);
    }

    private Flux<String> fromNow() {
        return Flux.defer(() -> {
            long tail = topic.stats().tail();
            return from(tail).startWith(EventWriter.greeting(at(tail)));
        });
    }

    private Flux<String> behind(EventId last) {
        return last.epoch() == topic.epoch()
                ? from(last.sequence() + 1)
                : from(0).startWith(EventWriter.otherEpoch(at(0)));
    }

    /** Lossy: who reads slowly is moved on, and neither publishers nor other clients wait. */
    private Flux<String> from(long next) {
        EventWriter writer = new EventWriter(next);
        return ReactorTopics.messages(topic, o -> o.fromSequence(next).strict().skipToOldest(maxLag))
                .map(writer::message)
                .onErrorResume(SequenceGapException.class, this::behindGap);
    }

    private Flux<String> behindGap(SequenceGapException gap) {
        boolean ahead = gap.requested() > gap.tail();
        long next = ahead ? gap.tail() : gap.oldest();
        long missed = ahead ? 0 : next - gap.requested();
        return from(next).startWith(EventWriter.gap(at(next), ahead ? "not yet published" : "no longer kept", missed));
    }

    /** The id of a client that has read all below the given sequence. */
    private EventId at(long next) {
        return new EventId(topic.epoch(), next - 1);
    }
}
