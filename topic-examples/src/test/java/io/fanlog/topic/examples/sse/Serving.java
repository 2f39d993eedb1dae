package io.fanlog.topic.examples.sse;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fanlog.topic.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import picocli.CommandLine;

/** A server that really listens, and a client to talk to it. */
final class Serving implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final MessageServer server;

    private Serving(String... args) {
        ServerOptions options = new ServerOptions();
        new CommandLine(options).parseArgs(args);
        server = MessageServer.start(options, new PrintStream(printed, true, UTF_8));
    }

    static Serving with(String... args) {
        return new Serving(args);
    }

    Topic<String> topic() {
        return server.topic();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    Browser browser() {
        return Browser.open(client, uri("/messages"));
    }

    Browser resume(String lastEventId) {
        return Browser.resume(client, uri("/messages"), lastEventId);
    }

    String id(long sequence) {
        return new EventId(topic().epoch(), sequence).toString();
    }

    HttpResponse<String> post(String json) throws IOException, InterruptedException {
        return post("application/json", HttpRequest.BodyPublishers.ofString(json));
    }

    HttpResponse<String> post(String type, HttpRequest.BodyPublisher body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri("/messages"))
                .timeout(PATIENCE)
                .header("Content-Type", type)
                .POST(body)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path, String lastEventId) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .timeout(PATIENCE)
                .header("Last-Event-ID", lastEventId)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    String printed() {
        return printed.toString(UTF_8);
    }

    @Override
    public void close() {
        server.close();
    }
}
