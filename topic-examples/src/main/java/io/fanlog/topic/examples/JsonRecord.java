package io.fanlog.topic.examples;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One line of NDJSON and what the subscribers look at in it.
 *
 * @param line its number in the input, from 1
 * @param json the line as it was read, for {@link NdjsonReader#CHARSET}
 * @param hasField whether it has the field that is compared with the threshold
 * @param value that field's number, null if it is missing or not a number
 * @param group value of the field by which records are counted
 * @param title says to a person which record it is
 */
record JsonRecord(
        long line, String json, boolean hasField, @Nullable BigDecimal value, String group, String title) {

    /** Tells where the record stands, never what is in it. */
    @Override
    public String toString() {
        return "record of line " + line;
    }
}
