package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.gatewaykit.call.CallGateway;
import eu.callorders.gatewaykit.call.CallRegistry;
import eu.callorders.gatewaykit.call.EventSink;
import eu.callorders.gatewaykit.call.GatewayNotes;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/** The simulator without HTTP: the operations of the port, each with its result at once. */
final class SimulatedGateway {
  private final CallGateway gateway;

  SimulatedGateway(SimulatorEnvironment environment, CallRegistry registry) {
    EventSink sink = environment.eventSink();
    SimulatedCallHandler handler =
        new SimulatedCallHandler(
            environment.clock(), environment.timers(), sink::isCongested, GatewayNotes.NONE);
    this.gateway =
        new CallGateway(handler, registry, sink, environment.clock(), Future::succeededFuture);
  }

  /** Accepts or refuses the call; empty when the response is to be lost. */
  Optional<PlaceResult> place(PlaceCall call) {
    Future<PlaceResult> result = gateway.place(call);
    if (result.failed()) {
      throw new IllegalStateException("the call could not be placed", result.cause());
    }
    return Optional.of(result.result()).filter(known -> !(known instanceof PlaceResult.Unknown));
  }

  CancelResult cancel(UUID attemptId) {
    return gateway.cancel(attemptId);
  }

  QueryResult query(UUID attemptId) {
    return gateway.query(attemptId);
  }

  /** Erases an ended attempt; false when it is still active. */
  boolean erase(UUID attemptId) {
    return gateway.erase(attemptId);
  }

  EraRequestResult raiseEra(EraRequest request) {
    return gateway.raiseEra(request);
  }

  EraQueryResult queryEra(UUID deployment) {
    return gateway.queryEra(deployment);
  }

  GatewayHealth health() {
    return gateway.health();
  }

  void expire() {
    gateway.expire();
  }
}
