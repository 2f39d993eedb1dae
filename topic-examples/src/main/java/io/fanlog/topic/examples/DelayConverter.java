package io.fanlog.topic.examples;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a delay as people write it: 100us, 2ms, 0.5s; a bare number is milliseconds. */
final class DelayConverter implements ITypeConverter<Duration> {
    private static final Pattern DELAY = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(ns|us|ms|s|m|)");

    @Override
    public Duration convert(String value) {
        Matcher delay = DELAY.matcher(value.strip().toLowerCase(Locale.ROOT));
        if (!delay.matches()) {
            throw new TypeConversionException("'" + value + "' is not a delay such as 100us, 2ms or 0.5s");
        }
        return Duration.ofNanos(new BigDecimal(delay.group(1))
                .multiply(BigDecimal.valueOf(nanosPer(delay.group(2))))
                .longValue());
    }

    private static long nanosPer(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us" -> 1_000;
            case "s" -> 1_000_000_000;
            case "m" -> 60_000_000_000L;
            default -> 1_000_000;
        };
    }
}
