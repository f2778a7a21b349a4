package eu.callorders.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The operator console in a process of its own, rendering into memory, with a probe class that
 * executes commands.
 */
final class ConsoleProcess implements AutoCloseable {
  /** How it draws. */
  static final List<String> INTO_MEMORY = List.of("-Dglass.platform=Headless", "-Dprism.order=sw");

  private final Process process;
  private final PrintWriter orders;
  private final BufferedReader answers;

  private ConsoleProcess(Process process) {
    this.process = process;
    this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts it.
   *
   * @param who a class of the console's package {@code probe}
   * @param option for the JVM
   */
  static ConsoleProcess start(String who, String option, String... arguments) throws IOException {
    String built = System.getProperty("bench.console", "console/target");
    List<String> command =
        new ArrayList<>(
            List.of(
                JavaProcess.program("java"),
                "--module-path=" + built + "/lib",
                "--add-modules=javafx.controls,javafx.fxml",
                "--enable-native-access=javafx.graphics",
                "-XX:+UseSerialGC"));
    command.addAll(INTO_MEMORY);
    command.addAll(
        List.of(
            option,
            "-cp",
            built + "/test-classes:" + built + "/classes:" + built + "/lib/*",
            named(who)));
    return start(command, arguments);
  }

  /** Starts what was installed. */
  static ConsoleProcess start(InstalledConsole console, String... arguments) throws IOException {
    return start(new ArrayList<>(List.of(console.program().toString())), arguments);
  }

  static String named(String who) {
    return "eu.callorders.console.probe." + who;
  }

  private static ConsoleProcess start(List<String> command, String... arguments)
      throws IOException {
    command.addAll(List.of(arguments));
    return new ConsoleProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Has something done; what came of it. */
  String ask(String order) throws IOException {
    orders.println(order);
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the console ended at: " + order);
    }
    return answer;
  }

  long number(String order) throws IOException {
    return Long.parseLong(ask(order));
  }

  long[] numbers(String order) throws IOException {
    return Arrays.stream(ask(order).split(" ", -1)).mapToLong(Long::parseLong).toArray();
  }

  /** Resident memory, in megabytes. */
  double resident() throws IOException {
    return ProcessUsage.resident(process.pid()) / 1e6;
  }

  @Override
  public void close() throws IOException {
    orders.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    answers.close();
  }
}
