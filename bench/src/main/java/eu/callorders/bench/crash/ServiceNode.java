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
import org.jspecify.annotations.Nullable;

/**
 * One node of the service: always the same ports and the same directory, one process at a time. A
 * process that ends although this campaign has not ended it is a violation.
 */
final class ServiceNode implements AutoCloseable {
  /** A process that lives for seconds had better not compile for longer. */
  private static final List<String> OPTIONS =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

  private final String name;
  private final String jar;
  private final int port = freePort();
  private final int adminPort = freePort();
  private final Path directory;
  private final Map<String, String> environment;
  private final Violations violations;
  private @Nullable JavaProcess process;
  private boolean killed;
  private volatile boolean frozen;

  private ServiceNode(
      String name,
      String jar,
      Path directory,
      Map<String, String> settings,
      Violations violations) {
    this.name = name;
    this.jar = jar;
    this.directory = directory;
    this.violations = violations;
    this.environment = new HashMap<>(settings);
    environment.put("CALLORDERS_DATA_DIR", directory.toString());
    environment.put("CALLORDERS_HTTP_PORT", Integer.toString(port));
    environment.put("CALLORDERS_ADMIN_PORT", Integer.toString(adminPort));
    environment.put("CALLORDERS_RATE_LIMIT", "off");
    environment.put("CALLORDERS_DEMO", "false");
  }

  /**
   * A node that is not started yet.
   *
   * @param settings what all nodes of the deployment have in common
   * @param violations has a process that ends by itself
   */
  static ServiceNode of(
      String name, String jar, Path below, Map<String, String> settings, Violations violations)
      throws IOException {
    Path directory = Files.createDirectories(below.resolve(name));
    return new ServiceNode(name, jar, directory, settings, violations);
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
    process = JavaProcess.start(jar, OPTIONS, environment, log());
    killed = false;
    return now;
  }

  /** Waits until the process serves requests. */
  void awaitReady() throws IOException {
    running().awaitReady(name + " (see " + log() + ")");
  }

  /** Starts a new process unless there is one. */
  void ensureRunning() throws IOException {
    if (!alive()) {
      start();
      awaitReady();
    }
  }

  synchronized void kill() throws InterruptedException {
    checkRuns();
    killed = true;
    running().kill();
  }

  synchronized void freeze() throws IOException, InterruptedException {
    checkRuns();
    if (alive()) {
      frozen = true;
      running().freeze();
    }
  }

  synchronized void thaw() throws IOException, InterruptedException {
    if (alive()) {
      running().thaw();
    }
    frozen = false;
  }

  boolean frozen() {
    return frozen;
  }

  /** Writes down a process that has ended by itself, once. */
  synchronized void checkRuns() {
    if (process != null && !killed && !process.alive()) {
      killed = true;
      violations.add("%s ended by itself with code %d".formatted(name, process.exitCode()));
    }
  }

  synchronized boolean alive() {
    return process != null && process.alive();
  }

  private synchronized JavaProcess running() {
    if (process == null) {
      throw new IllegalStateException(name + " has not been started");
    }
    return process;
  }

  private Path log() {
    return directory.resolve("stderr.log");
  }

  String name() {
    return name;
  }

  int port() {
    return port;
  }

  String baseUrl() {
    return "http://127.0.0.1:" + port;
  }

  String adminUrl() {
    return "http://127.0.0.1:" + adminPort;
  }

  @Override
  public synchronized void close() {
    if (process != null) {
      process.close();
    }
  }
}
