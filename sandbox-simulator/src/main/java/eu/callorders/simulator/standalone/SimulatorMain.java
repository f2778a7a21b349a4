package eu.callorders.simulator.standalone;

import eu.callorders.gatewaykit.server.GatewayProcess;
import java.time.Clock;

/** The main class of the standalone simulator. */
public final class SimulatorMain {
  private static final String HELP =
      """
      The voice gateway of the sandbox as a process of its own. Settings, from the environment:
        SIMULATOR_HOST          address to listen on (127.0.0.1)
        SIMULATOR_PORT          port to listen on (8090); 0 takes a free one
        SIMULATOR_SECRET        whsec_..., shared with the service; required
        SIMULATOR_CALLBACK_URL  the service's <base address>/gateway/v1/events (none: only pulled)
        SIMULATOR_DATA_DIR      directory of the durable store (simulator-data)
        SIMULATOR_CALL_LOG      file that gets two JSON lines per call (none)
      """;

  private SimulatorMain() {}

  public static void main(String[] args) {
    // The service's jar contains this module, and a configuration of its own.
    System.getProperties().putIfAbsent("logback.configurationFile", "simulator-logback.xml");
    System.getProperties().putIfAbsent("vertx.disableFileCPResolving", "true");
    GatewayProcess process =
        new GatewayProcess(
            SimulatorSettings.PROFILE, HELP, SimulatorHttp::handler, Clock.systemUTC());
    int status = process.start(args, System.getenv(), System.out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }
}
