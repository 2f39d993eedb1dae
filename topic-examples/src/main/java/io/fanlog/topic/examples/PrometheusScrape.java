package io.fanlog.topic.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.micrometer.TopicMeters;
import io.fanlog.topic.worker.WorkerPool;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Meters of topics, subscriptions, pools and loops behind an address that Prometheus can scrape; gone when closed. */
public final class PrometheusScrape {
    private static final List<String> SHOWN =
            List.of("fanlog_topic_published", "fanlog_subscription_delivered", "fanlog_pool_completed");

    public static void main(String[] args) throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", exchange -> answer(exchange, registry.scrape()));
        server.start();
        URI metrics = URI.create("http://localhost:" + server.getAddress().getPort() + "/metrics");
        try (Topics topics = Topics.create()) {
            TopicMeters.bind(topics, registry); // they go when the topics close
            Topic<String> quakes = topics.topic("quakes", String.class).build();
            WorkerPool<String> alerts =
                    topics.pool("alerts").handling((String quake) -> {}).start();
            alerts.subscribeTo(quakes);
            for (String quake : List.of("ci1", "ci2", "ak3")) {
                quakes.publish(quake).orThrow();
            }
            boolean idle = alerts.waitUntilIdle(Duration.ofSeconds(10));
            System.out.println("all handled: " + idle);
            scrape(metrics)
                    .filter(line -> SHOWN.stream().anyMatch(line::startsWith))
                    .forEach(System.out::println);
        }
        System.out.println("closed: "
                + scrape(metrics).filter(line -> line.startsWith("fanlog")).count() + " left");
        server.stop(0);
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** What Prometheus would do every 15 seconds. */
    private static Stream<String> scrape(URI metrics) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(metrics).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines();
    }
}
