package eu.callorders.bench.crash;

import eu.callorders.bench.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The standalone simulator, with its ledger of calls. */
public final class SimulatorProcess implements GatewayUnderTest {
  private static final String JAR =
      System.getProperty("bench.simulator", "sandbox-simulator/target/sandbox-simulator.jar");

  private static final List<String> OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final Path directory;
  private final int port = ServiceNode.freePort();
  private final Map<String, String> environment;
  private @Nullable JavaProcess process;

  /**
   * One that is not started yet.
   *
   * @param below where it makes a directory of its own
   * @param callback where it sends its events
   */
  public SimulatorProcess(Path below, String secret, String callback) throws IOException {
    this.directory = Files.createDirectories(below.resolve("simulator"));
    this.environment =
        Map.of(
            "SIMULATOR_PORT", Integer.toString(port),
            "SIMULATOR_CALLBACK_URL", callback,
            "SIMULATOR_SECRET", secret,
            "SIMULATOR_DATA_DIR", directory.resolve("data").toString(),
            "SIMULATOR_CALL_LOG", callLog().toString());
  }

  @Override
  public String setting() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public synchronized void start() throws IOException {
    Path log = directory.resolve("stderr.log");
    process = JavaProcess.start(JAR, OPTIONS, environment, log);
    process.awaitReady("the simulator (see " + log + ")");
  }

  @Override
  public synchronized void kill() throws InterruptedException {
    if (process != null) {
      process.kill();
    }
  }

  @Override
  public Path callLog() {
    return directory.resolve("calls.jsonl");
  }

  @Override
  public synchronized void close() {
    if (process != null) {
      process.close();
    }
  }
}
