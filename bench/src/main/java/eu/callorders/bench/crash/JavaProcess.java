package eu.callorders.bench.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Java program that this campaign has started, and may kill, stop and let go on. */
final class JavaProcess implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 20;

  private final Process process;

  private JavaProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a jar.
   *
   * @param log what it writes to standard error is added there
   */
  static JavaProcess start(
      String jar, List<String> options, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(javaProgram());
    builder.command().addAll(options);
    builder.command().addAll(List.of("-XX:+ExitOnOutOfMemoryError", "-jar", jar));
    builder.environment().putAll(environment);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new JavaProcess(builder.start());
  }

  private static String javaProgram() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Waits for the line {@code ready}; false when the program has ended before. */
  boolean awaitReady() throws IOException {
    BufferedReader output = process.inputReader();
    String line = output.readLine();
    while (line != null && !line.equals("ready")) {
      line = output.readLine();
    }
    // A virtual thread would keep a processor to itself while it reads from a pipe.
    Thread.ofPlatform().daemon().start(() -> drain(output));
    return line != null;
  }

  private static void drain(BufferedReader output) {
    try {
      while (output.readLine() != null) {
        // no reader, and no wait for one
      }
    } catch (IOException e) {
      // the program is gone
    }
  }

  /** Ends it with SIGKILL and waits until it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Stops it in the middle of whatever it does. */
  void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Lets a stopped one go on. */
  void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    int exit =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    if (exit != 0) {
      throw new IOException("no signal " + name + " to " + process.pid());
    }
  }

  boolean alive() {
    return process.isAlive();
  }

  /** How it ended. */
  int exitCode() {
    return process.exitValue();
  }

  /** Asks it to end; a stopped or a stubborn one is killed. */
  @Override
  public void close() {
    try {
      if (process.isAlive()) {
        thaw();
        process.destroy();
      }
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
