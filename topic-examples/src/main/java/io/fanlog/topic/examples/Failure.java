package io.fanlog.topic.examples;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Ends the program with its message as the one line on standard error. */
final class Failure extends IOException {
    private static final long serialVersionUID = 1L;

    Failure(String message) {
        super(Plain.text(message));
    }

    Failure(String what, IOException cause) {
        super(Plain.text(what + ": " + reason(cause)), cause);
    }

    /** The messages of file system exceptions are often just the file's name. */
    private static String reason(IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof FileSystemException e && e.getReason() != null) {
            return e.getReason();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
