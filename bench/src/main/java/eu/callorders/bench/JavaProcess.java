package eu.callorders.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A Java program that a driver starts, and may kill, stop, let go on and start again. */
public final class JavaProcess implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int LAST_LINES = 40;

  /** Those of bin/call-orders. */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-XX:+UseCompactObjectHeaders",
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:G1HeapRegionSize=4m",
          "-XX:-ClassUnloadingWithConcurrentMark");

  private final String name;
  private final Path log;
  private final ProcessBuilder builder;
  private volatile @Nullable Process process;

  /** A jar that is not started yet; what it writes to standard error is added to the log. */
  public JavaProcess(
      String name, String jar, List<String> options, Map<String, String> environment, Path log) {
    this.name = name;
    this.log = log;
    this.builder =
        new ProcessBuilder(program("java"))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.command().addAll(JVM_OPTIONS);
    builder.command().addAll(options);
    builder.command().addAll(List.of("-jar", jar));
    builder.environment().putAll(environment);
  }

  public static String program(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  public void start() throws IOException {
    process = builder.start();
  }

  /** Waits for the line {@code ready}; throws what the program wrote when it has ended before. */
  public void awaitReady() throws IOException {
    BufferedReader output = running().inputReader();
    String line = output.readLine();
    while (line != null && !line.equals("ready")) {
      line = output.readLine();
    }
    // A virtual thread would keep a processor to itself while it reads from a pipe.
    Thread.ofPlatform().daemon().start(() -> drain(output));
    if (line == null) {
      throw new IOException("%s ended before it was ready:%n%s".formatted(name, lastLines()));
    }
  }

  private String lastLines() throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
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

  private Process running() {
    return Objects.requireNonNull(process, () -> name + " has not been started");
  }

  public void kill() throws InterruptedException {
    running().destroyForcibly().waitFor();
  }

  /** Stops it in the middle of whatever it does. */
  public void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  public void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    if (new ProcessBuilder("kill", "-" + signal, "" + pid()).start().waitFor() != 0) {
      throw new IOException("no signal " + signal + " to " + pid());
    }
  }

  public long pid() {
    return running().pid();
  }

  public boolean alive() {
    return process != null && running().isAlive();
  }

  public int exitCode() {
    return running().exitValue();
  }

  /** Sends SIGTERM, does something, and kills the process after the limit; how long it took. */
  public Duration terminate(Duration limit, Runnable meanwhile) throws InterruptedException {
    Process ending = running();
    long began = System.nanoTime();
    var ended = ending.onExit().thenApply(gone -> System.nanoTime() - began);
    ending.destroy();
    meanwhile.run();
    if (!ending.waitFor(limit)) {
      ending.destroyForcibly();
    }
    return Duration.ofNanos(ended.join());
  }

  /** Asks it to end; a stopped or a stubborn one is killed. */
  @Override
  public void close() {
    if (!alive()) {
      return;
    }
    try {
      thaw();
      running().destroy();
      if (!running().waitFor(TIMEOUT)) {
        running().destroyForcibly();
      }
    } catch (IOException e) {
      running().destroyForcibly();
    } catch (InterruptedException e) {
      running().destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
