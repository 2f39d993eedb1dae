package io.fanlog.topic.benchmarks.harness;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;

/**
 * The fork's side: waits for a command on a line, runs it, answers with a line. Ends when the parent closes the stream, so
 * that no fork outlives its parent. Between two commands it is idle: the others have the machine for themselves.
 */
public final class ForkServer {
    /** Answers begin with this; whatever else a library prints is passed over. */
    static final String ANSWER = "@@fanlog ";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Trial trial;
    private final PrintStream out;

    /**
     * Serves a trial.
     *
     * @param trial what the commands run
     * @param out where answers go
     */
    public ForkServer(Trial trial, PrintStream out) {
        this.trial = trial;
        this.out = out;
    }

    /**
     * Serves until there are no more commands.
     *
     * @param commands one a line
     * @throws IOException if they cannot be read
     */
    public void serve(BufferedReader commands) throws IOException {
        String line = commands.readLine();
        while (line != null) {
            out.println(ANSWER + JSON.writeValueAsString(answer(Command.valueOf(line))));
            out.flush();
            line = commands.readLine();
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // the parent gets one line, the stack is for whoever mends the subject
    private Answer answer(Command command) {
        try {
            if (command == Command.WARM_UP) {
                trial.warmUp();
                return new Answer(null, null);
            }
            return new Answer(trial.measure(), null);
        } catch (Exception | LinkageError | AssertionError e) {
            e.printStackTrace();
            return new Answer(null, e.toString());
        }
    }
}
