package eu.callorders.server.docs;

import eu.callorders.server.Await;
import eu.callorders.server.cli.Main;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A shell in a copy of the repository's directory, with {@code call-orders} and {@code java -jar
 * call-orders.jar} of the classes under test. An identifier such as {@code ord_...} in a command
 * stands for the last one that a command has printed.
 */
final class DocumentedShell implements AutoCloseable {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\b([a-z]+_)\\.\\.\\.");

  private static final String COMMANDS =
      """
      #!/bin/sh
      exec '%1$s' @'%2$s/java.arguments' %3$s "$@"
      """;

  /** Passes over the options before {@code -jar}; other uses of Java are not replaced. */
  private static final String JAVA =
      """
      #!/bin/sh
      if [ "$1" = -jar ]; then shift 2; exec call-orders "$@"; fi
      exec '%s' "$@"
      """;

  private final Path directory;
  private final Process process;
  private final Writer input;
  private final BufferedReader statuses;
  private final StringBuilder printed = new StringBuilder();
  private int count;

  /**
   * The result of a command.
   *
   * @param output of both streams
   */
  record Result(int status, String output) {}

  /**
   * @param directory with the data directory {@code data}
   * @param variables of the environment, without those of this process for the service
   */
  DocumentedShell(Path directory, Map<String, String> variables) throws IOException {
    this.directory = directory;
    Path programs = Files.createDirectory(directory.resolve("bin"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Files.writeString(
        programs.resolve("java.arguments"),
        "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m --enable-native-access=ALL-UNNAMED -cp \"%s\""
            .formatted(classPath()));
    program(
        programs.resolve("call-orders"), COMMANDS.formatted(java, programs, Main.class.getName()));
    program(programs.resolve("java"), JAVA.formatted(java));
    Path examples = Files.createDirectories(directory.resolve("docs/examples"));
    try (Stream<Path> files = Files.list(Path.of("..", "docs", "examples"))) {
      for (Path file : files.toList()) {
        Files.copy(file, examples.resolve(file.getFileName()));
      }
    }
    ProcessBuilder builder =
        new ProcessBuilder("bash", "--noprofile", "--norc")
            .directory(directory.toFile())
            .redirectError(directory.resolve("shell.err").toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("CALLORDERS_"));
    environment.put("PATH", programs + ":" + environment.get("PATH"));
    environment.put("HOME", directory.toString());
    environment.put("XDG_CONFIG_HOME", directory.resolve("config").toString());
    environment.remove("DBUS_SESSION_BUS_ADDRESS");
    environment.putAll(variables);
    process = builder.start();
    input = process.outputWriter(StandardCharsets.UTF_8);
    statuses = process.inputReader(StandardCharsets.UTF_8);
    send("set -o pipefail");
  }

  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void program(Path file, String text) throws IOException {
    Files.writeString(file, text);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("not executable: " + file);
    }
  }

  private void send(String line) throws IOException {
    input.write(line + "\n");
    input.flush();
  }

  /** Runs a command and waits until it has ended. */
  Result run(String command) throws IOException {
    Path output = prepare(command);
    send(
        "{ eval \"$(cat '%s.command')\"; } </dev/null >'%s' 2>&1; echo $?"
            .formatted(output, output));
    String status = statuses.readLine();
    String text = Files.readString(output);
    printed.append(text).append('\n');
    if (status == null) {
      throw new IOException("the shell has ended: " + command);
    }
    return new Result(Integer.parseInt(status), text);
  }

  /** Starts a command that runs until the shell is closed; returns the file of its output. */
  Path start(String command) throws IOException {
    Path output = prepare(command);
    send("{ eval \"$(cat '%s.command')\"; } </dev/null >'%s' 2>&1 &".formatted(output, output));
    return output;
  }

  private Path prepare(String command) throws IOException {
    Path output = directory.resolve("output." + count++);
    String text =
        PLACEHOLDER.matcher(command).replaceAll(match -> Matcher.quoteReplacement(last(match)));
    Files.writeString(directory.resolve(output + ".command"), text);
    return output;
  }

  private String last(MatchResult placeholder) {
    Matcher ids =
        Pattern.compile("\\b" + placeholder.group(1) + "[A-Za-z0-9_-]{20,}").matcher(printed);
    String found = placeholder.group();
    while (ids.find()) {
      found = ids.group();
    }
    return found;
  }

  /** Waits until a file contains a text. */
  static void await(Path output, String text) {
    Await.until(text + " in " + output, () -> read(output).contains(text));
  }

  /** A file that the shell has not made yet is empty. */
  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  /** Ends the shell and what runs in its background. */
  @Override
  public void close() throws IOException {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
