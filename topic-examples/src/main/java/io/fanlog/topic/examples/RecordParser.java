package io.fanlog.topic.examples;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/** Makes a record of a line, looking only at the fields that were chosen. */
final class RecordParser {
    static final String NO_GROUP = "(none)";

    private static final JsonPointer PLACE = pointer("place");
    private static final JsonPointer ID = pointer("id");
    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build()
            .readerFor(JsonNode.class);

    private final JsonPointer field;
    private final JsonPointer group;

    /** Fields are top-level names, or JSON pointers such as {@code /properties/mag}. */
    RecordParser(String field, String group) {
        this.field = pointer(field);
        this.group = pointer(group);
    }

    JsonRecord parse(long line, String json) throws MalformedLineException {
        JsonNode object = object(json);
        JsonNode value = object.at(field);
        return new JsonRecord(
                line,
                json,
                !value.isMissingNode() && !value.isNull(),
                value.isNumber() ? value.decimalValue() : null,
                text(object.at(group), NO_GROUP),
                text(object.at(PLACE), text(object.at(ID), "line " + line)));
    }

    private static JsonNode object(String json) throws MalformedLineException {
        try {
            JsonNode node = JSON.readTree(json.getBytes(NdjsonReader.CHARSET));
            if (!node.isObject()) {
                throw new MalformedLineException("not a JSON object");
            }
            return node;
        } catch (JsonProcessingException e) {
            throw new MalformedLineException(Plain.text(e.getOriginalMessage()));
        } catch (IOException e) {
            // Invalid UTF-8, which Jackson reports as an error of the input.
            throw new MalformedLineException(Plain.text(String.valueOf(e.getMessage())));
        }
    }

    private static String text(JsonNode node, String otherwise) {
        return node.isValueNode() && !node.isNull() ? Plain.text(node.asText()) : otherwise;
    }

    private static JsonPointer pointer(String name) {
        return name.startsWith("/")
                ? JsonPointer.compile(name)
                : JsonPointer.empty().appendProperty(name);
    }
}
