package io.fanlog.topic.examples;

import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;

/** The shortest start: a topic, a subscriber, a message. */
public final class FiveLineStart {
    public static void main(String[] args) {
        try (Topics topics = Topics.create()) {
            Topic<String> greetings = topics.topic("greetings", String.class).build();
            greetings.subscribe(greeting -> System.out.println("received " + greeting));
            greetings.publish("hello").orThrow(); // OK, or an exception that says why not
        } // closing waits until the subscriber has had everything
    }
}
