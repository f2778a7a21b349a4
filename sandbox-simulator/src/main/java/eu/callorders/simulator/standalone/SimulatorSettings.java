package eu.callorders.simulator.standalone;

import eu.callorders.core.signing.SigningSecret;
import eu.callorders.gatewaykit.server.GatewayProfile;
import eu.callorders.gatewaykit.server.GatewaySettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The configuration of the standalone simulator. */
public final class SimulatorSettings {
  static final GatewayProfile PROFILE =
      new GatewayProfile("simulator", "SIMULATOR_", 8090, "simulator-data", Set.of());

  private SimulatorSettings() {}

  static GatewaySettings of(Map<String, String> environment) {
    return GatewaySettings.read(PROFILE, environment);
  }

  /**
   * Settings without an environment.
   *
   * @param port 0 selects a free one
   * @param callbackUrl where events are pushed; null: pulled only
   * @param callLog file for two lines per call; null: none
   */
  public static GatewaySettings of(
      String host,
      int port,
      @Nullable URI callbackUrl,
      SigningSecret secret,
      Path dataDirectory,
      @Nullable Path callLog) {
    return new GatewaySettings(PROFILE, host, port, callbackUrl, secret, dataDirectory, callLog);
  }
}
