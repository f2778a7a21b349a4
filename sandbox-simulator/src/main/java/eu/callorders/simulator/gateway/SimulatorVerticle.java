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
 * The simulator on the event bus: answers at {@link SimulatorAddress}, tells {@link
 * GatewayEventBatch}. One instance on an event loop; what it knows dies with it.
 */
public final class SimulatorVerticle extends VerticleBase {
  private static final Duration CLEANING = Duration.ofMinutes(1);
  private static final int FAULT = 500;
  private static final int MOST_OVER = 10_000;
  private static final int MOST_LOGGED = 50_000;

  private final InstantSource clock;

  /**
   * @param clock real time: the instants of events, and what {@code notAfter} is held against
   */
  public SimulatorVerticle(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Future<?> start() {
    LocalCodec.register(vertx.eventBus());
    EventLog log = new EventLog(MOST_LOGGED, clock.instant());
    SimulatedGateway switchboard =
        new SimulatedGateway(
            new SimulatorEnvironment(clock, new VertxTimers(vertx), new Outbox(vertx, log)),
            new InMemoryCallRegistry(MOST_OVER));
    vertx.setPeriodic(CLEANING.toMillis(), timer -> switchboard.expire());
    return Future.join(
        List.of(
            vertx
                .eventBus()
                .<PlaceCall>localConsumer(
                    SimulatorAddress.PLACE, message -> place(switchboard, message))
                .completion(),
            answer(SimulatorAddress.CANCEL, switchboard::cancel).completion(),
            answer(SimulatorAddress.QUERY, switchboard::query).completion(),
            answer(SimulatorAddress.FORGET, switchboard::forget).completion(),
            answer(SimulatorAddress.ERA, switchboard::raiseEra).completion(),
            answer(SimulatorAddress.QUERY_ERA, switchboard::queryEra).completion(),
            answer(
                    SimulatorAddress.EVENTS,
                    (Optional<String> after) -> log.page(after.orElse(null)))
                .completion(),
            answer(SimulatorAddress.HEALTH, (Object any) -> switchboard.health()).completion()));
  }

  private static void place(SimulatedGateway switchboard, Message<PlaceCall> message) {
    try {
      switchboard
          .place(message.body())
          .ifPresent(answer -> message.reply(answer, LocalCodec.options()));
    } catch (RuntimeException fault) {
      message.fail(FAULT, fault.toString());
      throw fault;
    }
  }

  private <Q> MessageConsumer<Q> answer(String address, Function<Q, Object> operation) {
    return vertx
        .eventBus()
        .localConsumer(
            address,
            message -> message.reply(operation.apply(message.body()), LocalCodec.options()));
  }
}
