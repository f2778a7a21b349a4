package eu.callorders.bench.crash;

import eu.callorders.bench.JavaProcess;
import eu.callorders.db.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** One node, with its ports and directory; a process that ends by itself is a violation. */
public final class ServiceNode implements AutoCloseable {
  /** A process that lives for seconds had better not compile for longer. */
  private static final List<String> OPTIONS =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

  public final String name;
  public final int port = freePort();
  public final String baseUrl = "http://127.0.0.1:" + port;
  private final int adminPort = freePort();
  public final String adminUrl = "http://127.0.0.1:" + adminPort;
  private final Map<String, String> environment;
  private final Path log;
  private String jar;
  private List<String> options = OPTIONS;
  private volatile JavaProcess process;
  private final Violations violations;
  private boolean shouldRun;
  private volatile boolean frozen;

  /** A node that is not started yet; a process that ends by itself is added to the violations. */
  public ServiceNode(
      String name, String jar, Path below, Map<String, String> settings, Violations violations)
      throws IOException {
    this.name = name;
    this.violations = violations;
    Path directory = Files.createDirectories(below.resolve(name));
    this.environment = new HashMap<>(settings);
    environment.put("CALLORDERS_DATA_DIR", directory.toString());
    environment.put("CALLORDERS_HTTP_PORT", Integer.toString(port));
    environment.put("CALLORDERS_ADMIN_PORT", Integer.toString(adminPort));
    environment.put("CALLORDERS_RATE_LIMIT", "off");
    environment.put("CALLORDERS_DEMO", "false");
    this.log = directory.resolve("stderr.log");
    this.jar = jar;
    this.process = process();
  }

  private JavaProcess process() {
    return new JavaProcess(name, jar, options, environment, log);
  }

  /** Starts run another jar from now on; the node does not run now. */
  public synchronized void install(String jar) {
    this.jar = jar;
    process = process();
  }

  /** Starts have these settings and options of the JVM too from now on; it does not run now. */
  public synchronized void configure(Map<String, String> settings, List<String> further) {
    environment.putAll(settings);
    options = Stream.concat(options.stream(), further.stream()).toList();
    process = process();
  }

  /** A free port of the loopback interface; none is handed out twice. */
  public static int freePort() {
    int port = FreePort.choose();
    while (!TAKEN.add(port)) {
      port = FreePort.choose();
    }
    return port;
  }

  /** Starts a process, and answers when that was. It serves requests some seconds later. */
  public synchronized Instant start() throws IOException {
    checkRuns();
    Instant now = Instant.now();
    process.start();
    shouldRun = true;
    return now;
  }

  public void awaitReady() throws IOException {
    process.awaitReady();
  }

  void ensureRunning() throws IOException {
    if (!alive()) {
      start();
      awaitReady();
    }
  }

  /** Sends SIGTERM, and kills the process after the limit; answers how long it took to end. */
  public synchronized Duration stop(Duration limit) throws InterruptedException {
    checkRuns();
    shouldRun = false;
    return process.terminate(limit, () -> {});
  }

  /** The exit code of a process that has ended. */
  public int exitCode() {
    return process.exitCode();
  }

  /** What its processes have written to standard error. */
  public Path log() {
    return log;
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

  /**
   * Starts a process again that has ended by itself with one of these codes, as a supervisor does.
   *
   * @return the code; 0 when nothing was to be started
   */
  public synchronized int restartAfter(Set<Integer> codes) throws IOException {
    if (!shouldRun || process.alive() || !codes.contains(process.exitCode())) {
      return 0;
    }
    int code = process.exitCode();
    process.start();
    return code;
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.alive();
  }

  @Override
  public void close() {
    process.close();
  }
}
