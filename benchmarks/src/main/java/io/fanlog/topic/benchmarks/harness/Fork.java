package io.fanlog.topic.benchmarks.harness;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The parent's side of a JVM that runs one subject in one case. A JVM each, so that what the JIT has seen of one subject
 * neither helps nor hurts another; all with the same flags.
 */
final class Fork implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    Fork(Class<?> main, Task task) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(task.plan().jvmArguments());
        line.add("-cp");
        line.add(System.getProperty("java.class.path"));
        line.add(main.getName());
        line.add(JSON.writeValueAsString(task));
        process = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        commands = process.outputWriter();
        answers = process.inputReader();
    }

    Answer ask(Command command) throws IOException {
        try {
            commands.write(command.name() + "\n");
            commands.flush();
        } catch (IOException e) {
            return new Answer(null, "its JVM has ended: " + e.getMessage());
        }
        String line = answers.readLine();
        while (line != null) {
            if (line.startsWith(ForkServer.ANSWER)) {
                return JSON.readValue(line.substring(ForkServer.ANSWER.length()), Answer.class);
            }
            line = answers.readLine();
        }
        return new Answer(null, "its JVM has ended");
    }

    /** Its JVM ends when it has no more commands to wait for; one that still does not is ended. */
    @Override
    public void close() throws IOException {
        try {
            commands.close();
        } finally {
            try {
                if (!process.waitFor(5, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
