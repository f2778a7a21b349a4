package eu.callorders.bench;

import eu.callorders.db.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The standalone simulator, with its ledger of calls. */
public final class SimulatorProcess implements GatewayUnderTest {
  private static final String JAR =
      System.getProperty("bench.simulator", "sandbox-simulator/target/sandbox-simulator.jar");

  private static final List<String> OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final Path directory;
  private final int port = FreePort.choose();
  private final JavaProcess process;

  /** One that is not started yet, with a directory of its own, that sends its events to a URL. */
  public SimulatorProcess(Path below, String secret, String callback) throws IOException {
    this.directory = Files.createDirectories(below.resolve("simulator"));
    Map<String, String> environment =
        Map.of(
            "SIMULATOR_PORT", Integer.toString(port),
            "SIMULATOR_CALLBACK_URL", callback,
            "SIMULATOR_SECRET", secret,
            "SIMULATOR_DATA_DIR", directory.resolve("data").toString(),
            "SIMULATOR_CALL_LOG", callLog().toString());
    Path log = directory.resolve("stderr.log");
    this.process = new JavaProcess("the simulator", JAR, OPTIONS, environment, log);
  }

  @Override
  public String setting() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void start() throws IOException {
    process.start();
    process.awaitReady();
  }

  @Override
  public void kill() throws InterruptedException {
    process.kill();
  }

  @Override
  public Path callLog() {
    return directory.resolve("calls.jsonl");
  }

  @Override
  public void close() {
    process.close();
  }
}
