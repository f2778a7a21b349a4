package eu.callorders.bench.sip;

import eu.callorders.bench.GatewayUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The SIP gateway whose trunk is Kamailio, which outlives it. */
public final class SipGateway implements GatewayUnderTest {
  private static final String CALLER_ID = "+493023125000";

  private final SipCarrier carrier;
  private final SipGatewayProcess process;
  private final Map<String, String> serviceSettings;

  private SipGateway(
      SipCarrier carrier, SipGatewayProcess process, Map<String, String> serviceSettings) {
    this.carrier = carrier;
    this.process = process;
    this.serviceSettings = Map.copyOf(serviceSettings);
  }

  /** Of a live service, whose calls go to the numbers of their orders. */
  public static SipGateway live(Path directory, String secret, String callback) throws IOException {
    SipCarrier carrier = carrier(directory);
    Map<String, String> settings = settings(directory, callback);
    settings.put("TRUNK", "sip:127.0.0.1:" + carrier.port());
    settings.put("CALLER_IDS", CALLER_ID);
    settings.put("COUNTRIES", "49,1");
    return new SipGateway(
        carrier,
        new SipGatewayProcess(directory, secret, settings),
        Map.of("CALLORDERS_ENVIRONMENT", "live", "CALLORDERS_LABORATORY", "true"));
  }

  /** Of a sandbox, whose calls all go to one telephone. */
  public static SipGateway diverted(Path directory, String secret, String callback)
      throws IOException {
    SipCarrier carrier = carrier(directory);
    Map<String, String> settings = settings(directory, callback);
    settings.put("DIVERT", "sip:person@127.0.0.1:" + carrier.port());
    return new SipGateway(carrier, new SipGatewayProcess(directory, secret, settings), Map.of());
  }

  private static SipCarrier carrier(Path directory) throws IOException {
    try {
      return new SipCarrier(directory);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the carrier does not start", e);
    }
  }

  private static Map<String, String> settings(Path directory, String callback) throws IOException {
    Map<String, String> settings = new HashMap<>();
    settings.put("CALLBACK_URL", callback);
    settings.put("SPEECH", "cp " + TestSound.wav(directory) + " {file}");
    return settings;
  }

  /**
   * What the carrier's log and the ledger of calls contradict in each other: each INVITE belongs to
   * one attempt, and each attempt has one INVITE at most.
   */
  public List<String> contradictions() throws IOException {
    return InviteChecks.check(carrier.invites(), InviteChecks.attempts(callLog()));
  }

  /** INVITEs that the carrier has received. */
  public int invites() throws IOException {
    return carrier.invites().size();
  }

  @Override
  public String setting() {
    return process.setting();
  }

  @Override
  public Map<String, String> serviceSettings() {
    return serviceSettings;
  }

  @Override
  public void start() throws IOException {
    process.start();
  }

  @Override
  public void kill() throws InterruptedException {
    process.kill();
  }

  @Override
  public Path callLog() {
    return process.callLog();
  }

  @Override
  public void close() {
    process.close();
    carrier.close();
  }
}
