package eu.callorders.simulator.standalone;

import eu.callorders.gatewaykit.call.CallHandler;
import eu.callorders.gatewaykit.server.GatewayServer;
import eu.callorders.gatewaykit.server.GatewaySettings;
import eu.callorders.simulator.gateway.SimulatedCallHandler;
import eu.callorders.simulator.gateway.SimulatorEnvironment.VertxTimers;
import java.time.InstantSource;
import java.util.function.Consumer;

/** The simulator behind the HTTP gateway protocol. */
public final class SimulatorHttp extends GatewayServer {

  /**
   * @param clock real time
   * @param onStoreFailure called when the store fails; the process should exit
   */
  public SimulatorHttp(
      GatewaySettings settings, InstantSource clock, Consumer<Throwable> onStoreFailure) {
    super(settings, clock, SimulatorHttp::handler, onStoreFailure);
  }

  /** Waiting events are on disk, so that no number of them is a congestion. */
  static CallHandler handler(GatewayServer.HandlerContext context) {
    return new SimulatedCallHandler(
        context.clock(), new VertxTimers(context.vertx()), () -> false, context.notes());
  }
}
