package io.fanlog.topic.examples;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number exactly as it is written. */
final class NumberConverter implements ITypeConverter<BigDecimal> {
    @Override
    public BigDecimal convert(String value) {
        try {
            return new BigDecimal(value.strip());
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + value + "' is not a number");
        }
    }
}
