package eu.callorders.core.telephony;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Whatever can place a call. The one port of the dial path: simulated and real calls go through it
 * alike, and nothing above it knows which kind it is.
 *
 * <p>What becomes of a call is told by {@link GatewayEvent}s: at least once, in no promised order.
 * No stage completes exceptionally; trouble is one of the answers.
 */
public interface VoiceGateway {

  /**
   * Asks for a call. The attempt id is the idempotency key: the same id again gives the same answer
   * at a gateway whose {@link Capabilities#idempotentPlacing()} holds.
   */
  CompletionStage<PlaceResult> place(PlaceCall call);

  /** Asks to stop a call. A request only: the event {@link GatewayEvent.Ended} decides. */
  CompletionStage<CancelResult> cancel(UUID attemptId, @Nullable String gatewayRef);

  /** What the gateway knows of an attempt. */
  CompletionStage<QueryResult> query(UUID attemptId, @Nullable String gatewayRef);

  /**
   * Events of all calls after a cursor: what was pushed, once more, for whoever missed it. Always
   * an empty page without {@link Capabilities#eventLog()}.
   *
   * @param after {@code next} of an earlier page; null: from the oldest that is kept
   */
  CompletionStage<EventsResult> events(@Nullable String after);

  /**
   * Asks for an era, so that no other copy of this database dials. Only for gateways with {@link
   * Capabilities#recovery()}.
   */
  default CompletionStage<EraAnswer> raiseEra(EraRequest request) {
    return CompletableFuture.completedStage(new EraAnswer.Unavailable("the gateway has no eras"));
  }

  /**
   * The current era of a deployment. Changes nothing, and is no sign of life of a node. Only for
   * gateways with {@link Capabilities#recovery()}.
   */
  default CompletionStage<EraQueryResult> queryEra(UUID deployment) {
    return CompletableFuture.completedStage(
        new EraQueryResult.Unavailable("the gateway has no eras"));
  }

  /** Erases the gateway's copies of an attempt that has ended. */
  CompletionStage<Boolean> forget(UUID attemptId);

  CompletionStage<GatewayHealth> health();

  /** What the gateway promises; nothing before it has told. */
  Capabilities capabilities();

  /** Whether {@link #capabilities} comes from the gateway. */
  default boolean hasToldCapabilities() {
    return true;
  }
}
