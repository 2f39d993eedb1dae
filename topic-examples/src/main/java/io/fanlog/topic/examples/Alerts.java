package io.fanlog.topic.examples;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Raises an alert for each record whose field reaches the threshold. For any number of workers at once. */
final class Alerts {
    /** The first of the strongest, whatever the order in which the workers get there. */
    private static final Comparator<JsonRecord> STRENGTH = Comparator.comparing(
                    JsonRecord::value, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(JsonRecord::line, Comparator.reverseOrder());

    private final BigDecimal threshold;
    private final LongAdder checked = new LongAdder();
    private final LongAdder raised = new LongAdder();
    private final LongAdder missing = new LongAdder();
    private final LongAdder notNumeric = new LongAdder();
    private final AtomicReference<@Nullable JsonRecord> strongest = new AtomicReference<>();

    Alerts(BigDecimal threshold) {
        this.threshold = threshold;
    }

    void check(JsonRecord record) {
        BigDecimal value = record.value();
        if (!record.hasField()) {
            missing.increment();
        } else if (value == null) {
            notNumeric.increment();
        } else {
            strongest.accumulateAndGet(record, Alerts::stronger);
            if (value.compareTo(threshold) >= 0) {
                raised.increment();
            }
        }
        checked.increment();
    }

    private static JsonRecord stronger(@Nullable JsonRecord old, JsonRecord candidate) {
        return old != null && STRENGTH.compare(old, candidate) >= 0 ? old : candidate;
    }

    long checked() {
        return checked.sum();
    }

    long raised() {
        return raised.sum();
    }

    /** Records that lack the field, or have null in it. */
    long missing() {
        return missing.sum();
    }

    /** Records that have something else than a number in the field. */
    long notNumeric() {
        return notNumeric.sum();
    }

    /** Empty if no record had a number. */
    Optional<JsonRecord> strongest() {
        return Optional.ofNullable(strongest.get());
    }
}
