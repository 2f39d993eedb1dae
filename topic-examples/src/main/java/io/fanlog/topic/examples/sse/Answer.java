package io.fanlog.topic.examples.sse;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A short answer.
 *
 * @param status of HTTP
 * @param json the body
 * @param retryAfterSeconds when to try again; 0 says nothing of it
 * @param last whether the connection ends with it
 */
record Answer(int status, String json, int retryAfterSeconds, boolean last) {
    static Answer accepted() {
        return new Answer(202, "{\"result\":\"OK\"}", 0, false);
    }

    static Answer error(int status, String reason) {
        String json = JsonNodeFactory.instance.objectNode().put("error", reason).toString();
        return new Answer(status, json, 0, false);
    }

    Answer retryAfter(int seconds) {
        return new Answer(status, json, seconds, last);
    }

    Answer closing(boolean closes) {
        return new Answer(status, json, retryAfterSeconds, closes);
    }

    Mono<Void> sendTo(HttpServerResponse response) {
        response.status(status).header(HttpHeaderNames.CONTENT_TYPE, "application/json");
        if (retryAfterSeconds > 0) {
            response.header(HttpHeaderNames.RETRY_AFTER, String.valueOf(retryAfterSeconds));
        }
        if (last) {
            response.keepAlive(false);
        }
        return response.sendString(Mono.just(json)).then();
    }
}
