package eu.callorders.bench.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One node of the service: always the same ports and the same directory, one process at a time. */
final class ServiceNode implements AutoCloseable {
  private static final String JAR =
      System.getProperty("bench.jar", "server/target/call-orders.jar");

  /** A process that lives for seconds had better not compile for longer. */
  private static final List<String> OPTIONS =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final String name;
  private final int port;
  private final int adminPort;
  private final Path directory;
  private final Map<String, String> environment;
  private @Nullable OwnProcess process;
  private volatile boolean frozen;

  private ServiceNode(
      String name, int port, int adminPort, Path directory, Map<String, String> environment) {
    this.name = name;
    this.port = port;
    this.adminPort = adminPort;
    this.directory = directory;
    this.environment = environment;
  }

  /**
   * A node that is not started yet.
   *
   * @param settings what all nodes of the deployment have in common
   */
  static ServiceNode of(String name, Path below, Map<String, String> settings) throws IOException {
    Path directory = Files.createDirectories(below.resolve(name));
    int port = Ports.free();
    int adminPort = Ports.free();
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("CALLORDERS_DATA_DIR", directory.toString());
    environment.put("CALLORDERS_HTTP_PORT", Integer.toString(port));
    environment.put("CALLORDERS_ADMIN_PORT", Integer.toString(adminPort));
    environment.put("CALLORDERS_RATE_LIMIT", "off");
    environment.put("CALLORDERS_DEMO", "false");
    return new ServiceNode(name, port, adminPort, directory, environment);
  }

  /** Starts a process, and answers when that was. It serves requests some seconds later. */
  synchronized Instant start() throws IOException {
    Instant now = Instant.now();
    process = OwnProcess.start(JAR, OPTIONS, environment, log());
    return now;
  }

  /** Waits until the process serves requests. */
  void awaitReady() throws IOException {
    if (!running().awaitReady()) {
      throw new IOException(name + " ended before it was ready; see " + log());
    }
  }

  synchronized void kill() throws InterruptedException {
    running().kill();
  }

  synchronized void freeze() throws IOException, InterruptedException {
    frozen = true;
    running().freeze();
  }

  synchronized void thaw() throws IOException, InterruptedException {
    running().thaw();
    frozen = false;
  }

  boolean frozen() {
    return frozen;
  }

  synchronized boolean alive() {
    return process != null && process.alive();
  }

  private synchronized OwnProcess running() {
    if (process == null) {
      throw new IllegalStateException(name + " has not been started");
    }
    return process;
  }

  Path log() {
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
