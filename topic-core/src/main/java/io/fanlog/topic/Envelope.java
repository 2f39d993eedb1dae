package io.fanlog.topic;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What may be published with a payload: a key, a message id, headers. Immutable; each method that takes a value answers
 * a changed copy:
 *
 * <pre>{@code
 * quakes.publish(quake, e -> e.id(quake.id()).key(quake.network()));
 * }</pre>
 */
public final class Envelope {
    /** Nothing but the payload. */
    public static final Envelope EMPTY = new Envelope(null, null, Map.of());

    private final @Nullable String key;
    private final @Nullable String id;
    private final Map<String, String> headers;

    private Envelope(@Nullable String key, @Nullable String id, Map<String, String> headers) {
        this.key = key;
        this.id = id;
        this.headers = headers;
    }

    /**
     * With this key: messages of one key belong together.
     *
     * @param value the key
     * @return a changed copy
     */
    public Envelope key(String value) {
        return new Envelope(Objects.requireNonNull(value, "key"), id, headers);
    }

    /**
     * With this message id: what the topic's duplicate window compares.
     *
     * @param value the id
     * @return a changed copy
     */
    public Envelope id(String value) {
        return new Envelope(key, Objects.requireNonNull(value, "id"), headers);
    }

    /**
     * With this header, beside those it has; a header of the same name is replaced.
     *
     * @param name of the header
     * @param value of the header
     * @return a changed copy
     */
    public Envelope header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(Objects.requireNonNull(name, "header name"), Objects.requireNonNull(value, "header value"));
        return new Envelope(key, id, Collections.unmodifiableMap(more));
    }

    /**
     * The key.
     *
     * @return null if none
     */
    public @Nullable String key() {
        return key;
    }

    /**
     * The message id.
     *
     * @return null if none
     */
    public @Nullable String id() {
        return id;
    }

    /**
     * The headers.
     *
     * @return unmodifiable, in the order they were set
     */
    public Map<String, String> headers() {
        return headers;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Envelope that
                && Objects.equals(key, that.key)
                && Objects.equals(id, that.id)
                && headers.equals(that.headers);
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, id, headers);
    }

    @Override
    public String toString() {
        return "Envelope[key=" + key + ", id=" + id + ", headers=" + headers.keySet() + "]";
    }
}
