package io.fanlog.topic.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The public API of a module as text, one member a line, in an order that depends on names only. It is what {@code javap}
 * says of the public and protected members of every exported package, so that a change to the API is a change to a file.
 */
public final class ApiDump {

    private final Path classes;
    private final String module;

    private ApiDump(Path classes) {
        this.classes = classes;
        this.module = classes.getParent().getParent().getFileName().toString();
    }

    /** The dump of the Maven module that a class was compiled in. */
    public static ApiDump ofModuleWith(Class<?> anyClass) {
        try {
            return new ApiDump(Path.of(
                    anyClass.getProtectionDomain().getCodeSource().getLocation().toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Fails if the checked-in file differs; rewrites the file instead where {@code -Dapi.accept=true} is given. */
    public void check() throws IOException {
        Path file = classes.resolve("../../../docs/api/" + module + ".txt").normalize();
        List<String> actual = lines();
        if (Boolean.getBoolean("api.accept")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, String.join("\n", actual) + "\n");
            return;
        }
        List<String> expected = Files.exists(file) ? Files.readAllLines(file) : List.of();
        if (!actual.equals(expected)) {
            throw new AssertionError(difference(expected, actual));
        }
    }

    private String difference(List<String> expected, List<String> actual) {
        List<String> text = new ArrayList<>();
        text.add("The public API differs from docs/api/" + module + ".txt (- in the file, + in the code):");
        changed(expected, actual).forEach(line -> text.add("  - " + line));
        changed(actual, expected).forEach(line -> text.add("  + " + line));
        text.add("If that is meant, accept it and commit the file:");
        text.add("  mvn -ntp test -pl " + module + " -am -Dtest=PublicApiTest -Dapi.accept=true");
        return String.join(System.lineSeparator(), text);
    }

    /** The lines of one that the other lacks, each after the name of the type that it belongs to. */
    private static Set<String> changed(List<String> one, List<String> other) {
        Set<String> lines = qualified(one);
        lines.removeAll(qualified(other));
        return lines;
    }

    private static Set<String> qualified(List<String> lines) {
        Set<String> qualified = new LinkedHashSet<>();
        String type = "";
        for (String line : lines) {
            if (line.startsWith(" ")) {
                qualified.add(type + line);
            } else if (line.endsWith("{")) {
                type = line;
                qualified.add(line);
            }
        }
        return qualified;
    }

    private List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String packageName : exportedPackages()) {
            lines.add("package " + packageName);
            lines.add("");
            for (String type : publicTypes(packageName)) {
                lines.addAll(describe(type));
                lines.add("");
            }
        }
        lines.remove(lines.size() - 1);
        return lines;
    }

    private List<String> exportedPackages() throws IOException {
        try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
            return ModuleDescriptor.read(in).exports().stream()
                    .filter(exports -> !exports.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .sorted()
                    .toList();
        }
    }

    private List<String> publicTypes(String packageName) throws IOException {
        try (Stream<Path> files = Files.list(classes.resolve(packageName.replace('.', '/')))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> packageName + "." + name.substring(0, name.length() - ".class".length()))
                    .filter(ApiDump::isVisible)
                    .sorted()
                    .toList();
        }
    }

    private static boolean isVisible(String name) {
        try {
            Class<?> type = Class.forName(name, false, ApiDump.class.getClassLoader());
            while (type != null && isPublicOrProtected(type)) {
                type = type.getEnclosingClass();
            }
            return type == null;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isPublicOrProtected(Class<?> type) {
        return !type.isSynthetic()
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && (type.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    /** The head of the type, its members sorted, and the closing brace. */
    private List<String> describe(String type) {
        List<String> said = javap("-protected", "-constants", "-cp", classes.toString(), type)
                .lines()
                .filter(line -> !line.startsWith("Compiled from"))
                .toList();
        List<String> lines = new ArrayList<>(said.subList(0, 1));
        said.subList(1, said.size() - 1).stream().sorted().forEach(lines::add);
        lines.add("}");
        return lines;
    }

    private static String javap(String... arguments) {
        ToolProvider tool = ToolProvider.findFirst("javap").orElseThrow();
        StringWriter out = new StringWriter();
        int status = tool.run(new PrintWriter(out), new PrintWriter(out), arguments);
        if (status != 0) {
            throw new IllegalStateException("javap failed: " + out);
        }
        return out.toString();
    }
}
