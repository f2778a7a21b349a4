package eu.callorders.core.telephony;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The port through which all calls are placed, simulated and real ones alike.
 *
 * <p>{@link GatewayEvent}s report the course of a call: at least once, in no guaranteed order. No
 * stage completes exceptionally; failures are results.
 */
public interface VoiceGateway {

  /**
   * Requests a call. The attempt id is the idempotency key: the same id gives the same result if
   * {@link Capabilities#idempotentPlacing()} holds.
   */
  CompletionStage<PlaceResult> place(PlaceCall call);

  /** Requests the end of a call. The event {@link GatewayEvent.Ended} reports whether it worked. */
  CompletionStage<CancelResult> cancel(UUID attemptId, @Nullable String gatewayRef);

  CompletionStage<QueryResult> query(UUID attemptId, @Nullable String gatewayRef);

  /**
   * Events of all calls after a cursor, including those already pushed. Always an empty page
   * without {@link Capabilities#eventLog()}.
   *
   * @param after {@code next} of an earlier page; null: from the oldest available
   */
  CompletionStage<EventsResult> events(@Nullable String after);

  /**
   * Requests an era, so that no other copy of this database dials. Only for gateways with {@link
   * Capabilities#recovery()}.
   */
  default CompletionStage<EraRequestResult> raiseEra(EraRequest request) {
    return CompletableFuture.completedStage(
        new EraRequestResult.Unavailable("the gateway has no eras"));
  }

  /**
   * The current era of a deployment; does not count as activity of a node. Only for gateways with
   * {@link Capabilities#recovery()}.
   */
  default CompletionStage<EraQueryResult> queryEra(UUID deployment) {
    return CompletableFuture.completedStage(
        new EraQueryResult.Unavailable("the gateway has no eras"));
  }

  /** Erases the gateway's data of an attempt that has ended. */
  CompletionStage<Boolean> erase(UUID attemptId);

  CompletionStage<GatewayHealth> health();

  /** The guarantees of the gateway; none before it has reported them. */
  Capabilities capabilities();

  /** Whether {@link #capabilities} was reported by the gateway. */
  default boolean hasReportedCapabilities() {
    return true;
  }
}
