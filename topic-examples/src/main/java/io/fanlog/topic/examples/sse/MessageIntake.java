package io.fanlog.topic.examples.sse;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpUtil;
import java.io.IOException;
import java.util.function.BiFunction;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Answers a POST by publishing its body; a refusal of the topic becomes the status that says so in HTTP. */
final class MessageIntake implements BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> {
    private static final ObjectReader JSON =
            new ObjectMapper().reader().with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final Topic<String> topic;
    private final int maxBody;

    MessageIntake(Topic<String> topic, int maxBody) {
        this.topic = topic;
        this.maxBody = maxBody;
    }

    @Override
    public Publisher<Void> apply(HttpServerRequest request, HttpServerResponse response) {
        CharSequence type = HttpUtil.getMimeType(request.requestHeaders().get(HttpHeaderNames.CONTENT_TYPE, ""));
        if (type == null || !"application/json".contentEquals(type)) {
            // a page of another site can post text without asking, but not JSON
            return Answer.error(415, "Content-Type must be application/json").sendTo(response);
        }
        return Mono.defer(() -> {
            Body body = new Body(maxBody);
            return request.receive()
                    .asByteArray()
                    .takeUntil(body::floodedBy)
                    .then(Mono.fromSupplier(() -> answer(body)))
                    .flatMap(answer -> answer.sendTo(response));
        });
    }

    private Answer answer(Body body) {
        if (body.isTooLarge()) {
            return Answer.error(413, "a message has at most " + maxBody + " bytes")
                    .closing(body.isFlood());
        }
        try (JsonParser parser = JSON.createParser(body.bytes())) {
            JsonNode value = parser.readValueAsTree();
            if (value == null) {
                return Answer.error(400, "the body is empty");
            }
            if (parser.nextToken() != null) {
                return Answer.error(400, "the body has more than one JSON value");
            }
            return answer(topic.publish(value.toString())); // on one line, as an event's data must be
        } catch (JsonProcessingException e) {
            return Answer.error(400, "not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            return Answer.error(400, "not JSON: " + e.getMessage());
        }
    }

    private static Answer answer(PublishResult result) {
        return switch (result) {
            case OK -> Answer.accepted();
            case FULL, DROPPED ->
                Answer.error(429, "full: a reader that must lose nothing is behind")
                        .retryAfter(1);
            case CLOSED, NO_SUBSCRIBERS, DUPLICATE -> Answer.error(503, "not published: " + result);
        };
    }
}
