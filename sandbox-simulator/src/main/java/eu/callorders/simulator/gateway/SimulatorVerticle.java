package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.PlaceCall;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The simulator on the event bus: serves {@link SimulatorAddress} and sends {@link
 * GatewayEventBatch}. One instance on an event loop; its state is in memory only.
 */
public final class SimulatorVerticle extends VerticleBase {
  private static final Duration EXPIRE_INTERVAL = Duration.ofMinutes(1);
  private static final int INTERNAL_ERROR = 500;
  private static final int MAX_ENDED_CALLS = 10_000;
  private static final int MAX_LOGGED_EVENTS = 50_000;

  private final InstantSource clock;

  /**
   * @param clock real time, for events and {@code notAfter}
   */
  public SimulatorVerticle(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Future<?> start() {
    LocalCodec.register(vertx.eventBus());
    EventLog log = new EventLog(MAX_LOGGED_EVENTS, clock.instant());
    SimulatedGateway gateway =
        new SimulatedGateway(
            new SimulatorEnvironment(
                clock, new SimulatorEnvironment.VertxTimers(vertx), new Outbox(vertx, log)),
            new InMemoryCallRegistry(MAX_ENDED_CALLS));
    vertx.setPeriodic(EXPIRE_INTERVAL.toMillis(), timer -> gateway.expire());
    return Future.join(
        List.of(
            vertx
                .eventBus()
                .<PlaceCall>localConsumer(
                    SimulatorAddress.PLACE, message -> place(gateway, message))
                .completion(),
            consume(SimulatorAddress.CANCEL, gateway::cancel).completion(),
            consume(SimulatorAddress.QUERY, gateway::query).completion(),
            consume(SimulatorAddress.ERASE, gateway::erase).completion(),
            consume(SimulatorAddress.ERA, gateway::raiseEra).completion(),
            consume(SimulatorAddress.QUERY_ERA, gateway::queryEra).completion(),
            consume(
                    SimulatorAddress.EVENTS,
                    (Optional<String> after) -> log.page(after.orElse(null)))
                .completion(),
            consume(SimulatorAddress.HEALTH, (Object any) -> gateway.health()).completion()));
  }

  private static void place(SimulatedGateway gateway, Message<PlaceCall> message) {
    try {
      gateway
          .place(message.body())
          .ifPresent(result -> message.reply(result, LocalCodec.options()));
    } catch (RuntimeException fault) {
      message.fail(INTERNAL_ERROR, fault.toString());
      throw fault;
    }
  }

  private <Q> MessageConsumer<Q> consume(String address, Function<Q, Object> operation) {
    return vertx
        .eventBus()
        .localConsumer(
            address,
            message -> message.reply(operation.apply(message.body()), LocalCodec.options()));
  }
}
