package eu.callorders.bench;

import eu.callorders.core.signing.SigningSecret;
import eu.callorders.db.FreePort;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;

/** A service and the standalone simulator as its gateway, each a process of its own. */
public record SimulatedServer(
    TemporaryDirectory directory, SimulatorProcess simulator, Server server)
    implements AutoCloseable {
  /** Starts both with further settings of the service. */
  public static SimulatedServer start(Map<String, String> further) throws Exception {
    int port = FreePort.choose();
    String secret = SigningSecret.generate(new SecureRandom()).encode();
    String callback = "http://127.0.0.1:" + port + "/gateway/v1/events";
    TemporaryDirectory directory = TemporaryDirectory.create();
    SimulatorProcess simulator = new SimulatorProcess(directory.path(), secret, callback);
    try {
      simulator.start();
      Map<String, String> settings = new HashMap<>(further);
      settings.put("CALLORDERS_HTTP_PORT", Integer.toString(port));
      settings.put("CALLORDERS_GATEWAY", simulator.setting());
      settings.put("CALLORDERS_GATEWAY_SECRET", secret);
      return new SimulatedServer(directory, simulator, Server.start(settings));
    } catch (IOException | RuntimeException e) {
      simulator.close();
      directory.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try (directory;
        simulator;
        server) {
      // closes the service first, the directory last
    }
  }
}
