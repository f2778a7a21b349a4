package eu.callorders.server.telephony;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.logging.ThrowableRedactor;
import eu.callorders.simulator.gateway.LocalCodec;
import eu.callorders.simulator.gateway.SimulatorAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The simulator in this process, over the event bus. It loses its state with the process: an
 * unknown attempt may have been dialed before a restart.
 */
public final class EmbeddedGateway implements VoiceGateway {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  private static final Capabilities CAPABILITIES =
      new Capabilities(true, false, true, true, true, true);

  private final Vertx vertx;
  private final DeliveryOptions options;

  public EmbeddedGateway(Vertx vertx) {
    this(vertx, DEFAULT_TIMEOUT);
  }

  /**
   * @param timeout of a request, after which its result is unknown
   */
  public EmbeddedGateway(Vertx vertx, Duration timeout) {
    this.vertx = vertx;
    this.options = LocalCodec.options().setSendTimeout(timeout.toMillis());
    LocalCodec.register(vertx.eventBus());
  }

  @Override
  public CompletionStage<PlaceResult> place(PlaceCall call) {
    return request(SimulatorAddress.PLACE, call, why -> new PlaceResult.Unknown(why));
  }

  @Override
  public CompletionStage<CancelResult> cancel(UUID attemptId, @Nullable String gatewayRef) {
    return request(SimulatorAddress.CANCEL, attemptId, why -> CancelResult.UNKNOWN);
  }

  @Override
  public CompletionStage<QueryResult> query(UUID attemptId, @Nullable String gatewayRef) {
    return request(SimulatorAddress.QUERY, attemptId, why -> new QueryResult.Unavailable(why));
  }

  @Override
  public CompletionStage<EventsResult> events(@Nullable String after) {
    return request(
        SimulatorAddress.EVENTS,
        Optional.ofNullable(after),
        why -> new EventsResult.Unavailable(why));
  }

  @Override
  public CompletionStage<EraRequestResult> raiseEra(EraRequest request) {
    return request(SimulatorAddress.ERA, request, why -> new EraRequestResult.Unavailable(why));
  }

  @Override
  public CompletionStage<EraQueryResult> queryEra(UUID deployment) {
    return request(
        SimulatorAddress.QUERY_ERA, deployment, why -> new EraQueryResult.Unavailable(why));
  }

  @Override
  public CompletionStage<Boolean> erase(UUID attemptId) {
    return request(SimulatorAddress.ERASE, attemptId, why -> false);
  }

  @Override
  public CompletionStage<GatewayHealth> health() {
    GatewayHealth down = new GatewayHealth(GatewayHealth.State.DOWN, null, null);
    return request(SimulatorAddress.HEALTH, "", why -> down);
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  private <A> CompletionStage<A> request(
      String address, Object request, Function<String, A> unanswered) {
    Future<Message<A>> reply = vertx.eventBus().request(address, request, options);
    return reply
        .map(Message::body)
        .otherwise(failure -> unanswered.apply(ThrowableRedactor.describe(failure)))
        .toCompletionStage();
  }
}
