package eu.callorders.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A Java program that a driver has started, and may kill, stop and let go on. */
public final class JavaProcess implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Process process;

  private JavaProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a jar.
   *
   * @param log what it writes to standard error is added there
   */
  public static JavaProcess start(
      String jar, List<String> options, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(program("java"));
    builder.command().addAll(options);
    builder.command().addAll(List.of("-XX:+ExitOnOutOfMemoryError", "-jar", jar));
    builder.environment().putAll(environment);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new JavaProcess(builder.start());
  }

  /** A program of the JDK that runs this driver. */
  public static String program(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  /** Waits for the line {@code ready}; throws when the program has ended before. */
  public void awaitReady(String name) throws IOException {
    BufferedReader output = process.inputReader();
    String line = output.readLine();
    while (line != null && !line.equals("ready")) {
      line = output.readLine();
    }
    // A virtual thread would keep a processor to itself while it reads from a pipe.
    Thread.ofPlatform().daemon().start(() -> drain(output));
    if (line == null) {
      throw new IOException(name + " ended before it was ready");
    }
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
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Stops it in the middle of whatever it does. */
  public void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Lets a stopped one go on. */
  public void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    if (new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor()
        != 0) {
      throw new IOException("no signal " + name + " to " + process.pid());
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.isAlive();
  }

  /** How it ended. */
  public int exitCode() {
    return process.exitValue();
  }

  /**
   * Sends SIGTERM and waits for the end; kills the process after the limit.
   *
   * @param meanwhile runs on this thread before it waits
   * @return the time from the signal to the end
   */
  Duration terminate(Duration limit, Runnable meanwhile) throws InterruptedException {
    long began = System.nanoTime();
    var ended = process.onExit().thenApply(gone -> System.nanoTime() - began);
    process.destroy();
    meanwhile.run();
    if (!process.waitFor(limit)) {
      process.destroyForcibly();
    }
    return Duration.ofNanos(ended.join());
  }

  /** Asks it to end; a stopped or a stubborn one is killed. */
  @Override
  public void close() {
    try {
      if (process.isAlive()) {
        thaw();
        process.destroy();
      }
      if (!process.waitFor(TIMEOUT)) {
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
