package io.fanlog.topic.examples;

import java.util.regex.Pattern;

/** Text from the input, made fit for one line of a terminal. */
final class Plain {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private Plain() {}

    static String text(String foreign) {
        return CONTROL.matcher(foreign).replaceAll(" ");
    }
}
