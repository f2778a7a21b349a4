package eu.callorders.bench.crash;

import eu.callorders.bench.JavaProcess;
import eu.callorders.db.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One node, with its ports and directory; a process that ends by itself is a violation. */
final class ServiceNode implements AutoCloseable {
  /** A process that lives for seconds had better not compile for longer. */
  private static final List<String> OPTIONS =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

  final String name;
  final int port = freePort();
  final String baseUrl = "http://127.0.0.1:" + port;
  private final int adminPort = freePort();
  final String adminUrl = "http://127.0.0.1:" + adminPort;
  private final JavaProcess process;
  private final Violations violations;
  private boolean shouldRun;
  private volatile boolean frozen;

  /** A node that is not started yet; a process that ends by itself is added to the violations. */
  ServiceNode(
      String name, String jar, Path below, Map<String, String> settings, Violations violations)
      throws IOException {
    this.name = name;
    this.violations = violations;
    Path directory = Files.createDirectories(below.resolve(name));
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("CALLORDERS_DATA_DIR", directory.toString());
    environment.put("CALLORDERS_HTTP_PORT", Integer.toString(port));
    environment.put("CALLORDERS_ADMIN_PORT", Integer.toString(adminPort));
    environment.put("CALLORDERS_RATE_LIMIT", "off");
    environment.put("CALLORDERS_DEMO", "false");
    this.process =
        new JavaProcess(name, jar, OPTIONS, environment, directory.resolve("stderr.log"));
  }

  /** A free port of the loopback interface; none is handed out twice. */
  static int freePort() {
    int port = FreePort.choose();
    while (!TAKEN.add(port)) {
      port = FreePort.choose();
    }
    return port;
  }

  /** Starts a process, and answers when that was. It serves requests some seconds later. */
  synchronized Instant start() throws IOException {
    checkRuns();
    Instant now = Instant.now();
    process.start();
    shouldRun = true;
    return now;
  }

  void awaitReady() throws IOException {
    process.awaitReady();
  }

  void ensureRunning() throws IOException {
    if (!alive()) {
      start();
      awaitReady();
    }
  }

  synchronized void kill() throws InterruptedException {
    checkRuns();
    shouldRun = false;
    process.kill();
  }

  synchronized void freeze() throws IOException, InterruptedException {
    checkRuns();
    if (alive()) {
      frozen = true;
      process.freeze();
    }
  }

  synchronized void thaw() throws IOException, InterruptedException {
    if (alive()) {
      process.thaw();
    }
    frozen = false;
  }

  boolean frozen() {
    return frozen;
  }

  /** Writes down a process that has ended by itself, once. */
  synchronized void checkRuns() {
    if (shouldRun && !process.alive()) {
      shouldRun = false;
      violations.add("%s ended by itself with code %d".formatted(name, process.exitCode()));
    }
  }

  boolean alive() {
    return process.alive();
  }

  @Override
  public void close() {
    process.close();
  }
}
