package io.fanlog.topic.examples.sse;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;

/** Reads server-sent events line by line, as a browser does, and can stop reading. */
final class Browser implements Flow.Subscriber<String>, AutoCloseable {
    /**
     * What one block of lines says.
     *
     * @param type {@code message} unless the block says otherwise
     */
    record Event(String type, String id, String data) {}

    /** Of long data this many characters are kept: hundreds of browsers share the memory of a test. */
    private static final int KEPT = 64;

    private final Queue<Event> events = new ConcurrentLinkedQueue<>();
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong comments = new AtomicLong();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    // of the thread that delivers
    private String type = "";
    private String data = "";

    private volatile String id = "";
    private volatile Flow.Subscription connection;
    private volatile boolean reading = true;

    static Browser open(HttpClient client, URI uri) {
        return open(client, HttpRequest.newBuilder(uri));
    }

    static Browser resume(HttpClient client, URI uri, String lastEventId) {
        return open(client, HttpRequest.newBuilder(uri).header("Last-Event-ID", lastEventId));
    }

    private static Browser open(HttpClient client, HttpRequest.Builder request) {
        Browser browser = new Browser();
        var unused = client.sendAsync(request.build(), HttpResponse.BodyHandlers.fromLineSubscriber(browser))
                .whenComplete((response, failure) -> {
                    if (failure != null) {
                        browser.onError(failure);
                    }
                });
        return browser;
    }

    void stopReading() {
        reading = false;
    }

    void readOn() {
        reading = true;
        connection.request(1);
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.cancel();
        }
    }

    List<Event> events() {
        return List.copyOf(events);
    }

    /** How many messages it has. */
    long count() {
        return messages.get();
    }

    List<String> messages() {
        return dataOf("message");
    }

    List<String> dataOf(String kind) {
        return events.stream()
                .filter(event -> event.type().equals(kind))
                .map(Event::data)
                .toList();
    }

    /** What it would come back with. */
    String lastEventId() {
        return id;
    }

    long comments() {
        return comments.get();
    }

    CompletableFuture<Void> ended() {
        return ended;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        connection = subscription;
        subscription.request(1);
    }

    @Override
    public void onNext(String line) {
        if (line.isEmpty()) {
            dispatch();
        } else if (line.startsWith(":")) {
            comments.incrementAndGet();
        } else {
            field(line.substring(0, line.indexOf(": ")), line.substring(line.indexOf(": ") + 2));
        }
        if (reading) {
            connection.request(1);
        }
    }

    private void field(String name, String value) {
        switch (name) {
            case "id" -> id = value;
            case "event" -> type = value;
            case "data" -> data = value;
            default -> {}
        }
    }

    private void dispatch() {
        if (!data.isEmpty()) {
            String kept = data.length() > KEPT ? data.substring(0, KEPT) : data;
            events.add(new Event(type.isEmpty() ? "message" : type, id, kept));
            if (type.isEmpty()) {
                messages.incrementAndGet();
            }
        }
        type = "";
        data = "";
    }

    @Override
    public void onError(Throwable failure) {
        ended.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        ended.complete(null);
    }
}
