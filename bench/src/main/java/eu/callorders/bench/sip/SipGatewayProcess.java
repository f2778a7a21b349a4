package eu.callorders.bench.sip;

import eu.callorders.bench.GatewayUnderTest;
import eu.callorders.bench.JavaProcess;
import eu.callorders.db.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The SIP gateway, with its ledger of calls. */
public final class SipGatewayProcess implements GatewayUnderTest {
  private static final String JAR =
      System.getProperty("bench.sip", "sip-gateway/target/sip-gateway.jar");

  /** Live heap is measured with this collector, whatever the machine would choose. */
  private static final List<String> OPTIONS = List.of("-Xmx512m", "-XX:+UseG1GC");

  private static final String METRIC = "sipgateway_";

  private final Path directory;
  private final int port = FreePort.choose();
  private final JavaProcess process;

  /**
   * One that is not started yet, with a directory of its own.
   *
   * @param settings without their prefix, such as {@code TRUNK}
   */
  public SipGatewayProcess(Path below, String secret, Map<String, String> settings)
      throws IOException {
    this.directory = Files.createDirectories(below.resolve("sip-gateway"));
    Map<String, String> all = new HashMap<>();
    all.put("PORT", Integer.toString(port));
    all.put("SECRET", secret);
    all.put("DATA_DIR", directory.resolve("data").toString());
    all.put("CALL_LOG", callLog().toString());
    all.put("LISTEN", "udp:127.0.0.1:" + UdpPorts.free());
    all.put("PUBLIC_ADDRESS", "127.0.0.1");
    all.put("MAX_CALLS", "1000");
    all.put("CALLS_PER_SECOND", "1000");
    all.put("RTP_PORTS", "30000-32499");
    all.putAll(settings);
    Map<String, String> environment = new HashMap<>();
    all.forEach((key, value) -> environment.put("SIPGATEWAY_" + key, value));
    Path log = directory.resolve("stderr.log");
    // A speech program that outlives a killed gateway leaves its file there.
    List<String> options = new ArrayList<>(OPTIONS);
    options.add("-Djava.io.tmpdir=" + directory);
    this.process = new JavaProcess("the SIP gateway", JAR, options, environment, log);
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

  /** Stops it in the middle of whatever it does, until it is killed. */
  void freeze() throws IOException, InterruptedException {
    process.freeze();
  }

  long pid() {
    return process.pid();
  }

  @Override
  public Path callLog() {
    return directory.resolve("calls.jsonl");
  }

  /** The value of a metric without labels, by its name without the prefix. */
  long metric(String name) throws IOException {
    try (InputStream in = URI.create(setting() + "/metrics").toURL().openStream()) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      OptionalLong value =
          text.lines()
              .filter(line -> line.startsWith(METRIC + name + " "))
              .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
              .findFirst();
      return value.orElseThrow(() -> new IllegalStateException("no metric " + name));
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
