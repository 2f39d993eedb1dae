package io.fanlog.topic.examples.sse;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicClosedException;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.ReactorTopics;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRoutes;

/** One topic behind one port. */
final class MessageServer implements AutoCloseable {
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(2);

    /** A client that stops reading should fall behind in the log, which all share, rather than in a buffer of its own. */
    private static final int SEND_BUFFER = 32 * 1024;

    private final Topics topics = Topics.builder().drainTimeout(DRAIN_TIMEOUT).build();
    private final Sinks.Empty<Void> closing = Sinks.empty();
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Topic<String> topic;
    private final DisposableServer http;

    private MessageServer(ServerOptions options, PrintStream out) {
        topic = topics.topic("messages", String.class)
                .capacity(options.keep())
                .retainLast(options.keep())
                .build();
        if (options.isAudited()) {
            audit(out);
        }
        try {
            http = HttpServer.create()
                    .host(options.host())
                    .port(options.port())
                    .childOption(ChannelOption.SO_SNDBUF, SEND_BUFFER)
                    .channelGroup(connections)
                    .route(routes -> route(routes, options))
                    .bindNow();
        } catch (RuntimeException e) {
            topics.close();
            throw e;
        }
    }

    static MessageServer start(ServerOptions options, PrintStream out) {
        return new MessageServer(options, out);
    }

    private void route(HttpServerRoutes routes, ServerOptions options) {
        String page = page();
        routes.get(
                        "/",
                        (request, response) -> response.header(HttpHeaderNames.CONTENT_TYPE, "text/html; charset=utf-8")
                                .sendString(Mono.just(page)))
                .get("/messages", new MessageStream(topic, options.keep(), options.heartbeat(), closing.asMono()))
                .post("/messages", new MessageIntake(topic, options.maxBody()));
    }

    private static String page() {
        try (InputStream page = MessageServer.class.getResourceAsStream("messages.html")) {
            return new String(Objects.requireNonNull(page, "messages.html").readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gates, as is the default: a reader that must lose nothing, and may hold POSTs back for it. */
    private void audit(PrintStream out) {
        ReactorTopics.messages(topic, o -> o.label("audit"))
                .publishOn(Schedulers.boundedElastic())
                .doOnNext(message -> out.println(
                        EventId.of(message) + " " + message.payload().length() + " characters"))
                .onErrorComplete(TopicClosedException.class)
                .subscribe();
    }

    Topic<String> topic() {
        return topic;
    }

    int port() {
        return http.port();
    }

    void awaitEnd() {
        http.onDispose().block();
    }

    /** Takes no more, lets each client have what was accepted, then ends its stream; who does not take it is cut off. */
    @Override
    public void close() {
        closing.tryEmitEmpty();
        topics.close();
        try {
            http.disposeNow(DRAIN_TIMEOUT);
        } catch (IllegalStateException stuck) {
            // a client that does not read: its connection is closed below
        } finally {
            connections.close().awaitUninterruptibly(DRAIN_TIMEOUT.toMillis());
        }
    }
}
