package eu.callorders.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The operator console in a process of its own, drawn into memory, with a probe inside. */
record ConsoleProcess(Process process, PrintWriter commands, BufferedReader answers)
    implements AutoCloseable {
  private static final List<String> INTO_MEMORY =
      List.of("-Dglass.platform=Headless", "-Dprism.order=sw");

  private static final Path BUILT = Path.of(System.getProperty("bench.console", "console/target"));

  private static final Path LAUNCHER = Path.of("bin", "call-orders-console");
  private static final Path SETTINGS = Path.of("lib", "app", "call-orders-console.cfg");

  /** Starts a probe, a class of the console's package {@code probe}, with an option for the JVM. */
  static ConsoleProcess start(String probe, String option, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(JavaProcess.program("java"));
    command.add("--module-path=" + BUILT.resolve("lib"));
    command.add("--add-modules=javafx.controls,javafx.fxml");
    command.add("--enable-native-access=javafx.graphics");
    command.add("-XX:+UseSerialGC");
    command.addAll(INTO_MEMORY);
    command.add(option);
    command.addAll(List.of("-cp", "%1$s/test-classes:%1$s/classes:%1$s/lib/*".formatted(BUILT)));
    command.add(named(probe));
    return start(command, arguments);
  }

  static ConsoleProcess start(Path launcher, List<String> arguments) throws IOException {
    return start(new ArrayList<>(List.of(launcher.toString())), arguments);
  }

  private static ConsoleProcess start(List<String> command, List<String> arguments)
      throws IOException {
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new ConsoleProcess(
        process,
        new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true),
        process.inputReader(StandardCharsets.UTF_8));
  }

  private static String named(String probe) {
    return "eu.callorders.console.probe." + probe;
  }

  /** A copy of the image of {@code console/image} with the probe inside; empty without an image. */
  static Optional<Path> install(Path into, String probe) throws IOException {
    Path image = BUILT.resolve("image").resolve("call-orders-console");
    if (!Files.isExecutable(image.resolve(LAUNCHER))) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(image)) {
      for (Path file : files.toList()) {
        Files.copy(file, into.resolve(image.relativize(file)));
      }
    }
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(into.resolve(SETTINGS))) {
      if (line.startsWith("app.mainclass=")) {
        lines.add("app.classpath=" + BUILT.resolve("test-classes").toAbsolutePath());
        lines.add("app.mainclass=" + named(probe));
      } else {
        lines.add(line);
      }
      if (line.equals("[JavaOptions]")) {
        INTO_MEMORY.forEach(option -> lines.add("java-options=" + option));
      }
    }
    Files.write(into.resolve(SETTINGS), lines);
    return Optional.of(into.resolve(LAUNCHER));
  }

  String ask(String command) throws IOException {
    commands.println(command);
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the console ended at: " + command);
    }
    return answer;
  }

  long number(String command) throws IOException {
    return Long.parseLong(ask(command));
  }

  List<Long> numbers(String command) throws IOException {
    return Arrays.stream(ask(command).split(" ", -1)).map(Long::valueOf).toList();
  }

  double resident() throws IOException {
    return ProcessUsage.resident(process.pid()) / 1e6;
  }

  @Override
  public void close() throws IOException {
    commands.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    answers.close();
  }
}
