package eu.callorders.gatewaykit.call;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores attempts and eras. Confined to the gateway's event loop. */
public interface CallRegistry {

  /**
   * A stored attempt.
   *
   * @param result the result of placing it again
   * @param events null when refused or erased
   */
  record Entry(PlaceResult result, @Nullable List<GatewayEvent> events) {
    /** Whether the call was placed and since erased. */
    boolean isErased() {
      return events == null && result instanceof PlaceResult.Accepted;
    }
  }

  /** Since when no call was deleted, except erased ones; null when unknown. */
  @Nullable Instant retainedSince(Instant now);

  /**
   * The current era of a deployment.
   *
   * @param nodes that have requested it
   */
  record Era(int number, UUID id, Set<UUID> nodes) {}

  /** The order and tenant of a call. */
  record Owner(UUID orderId, UUID tenantId) {
    /** Above the sequence of any event of a call. */
    private static final long ERASURE_SEQUENCE = Integer.MAX_VALUE;

    public static Owner of(PlaceCall call) {
      return new Owner(call.orderId(), call.tenantId());
    }

    public GatewayEvent.Forgotten erasureEvent(UUID attemptId, String gatewayRef, Instant at) {
      return new GatewayEvent.Forgotten(
          new GatewayEvent.Header(
              attemptId + "-forgotten", attemptId, gatewayRef, ERASURE_SEQUENCE, at),
          orderId,
          tenantId);
    }
  }

  /** The current eras at the start of the process, by deployment. */
  default Map<UUID, Era> eras() {
    return Map.of();
  }

  /** The highest number of a deleted era at that time; -1 when none was deleted. */
  default int eraFloor() {
    return -1;
  }

  default void recordEra(UUID deployment, Era era) {}

  /** Deletes the era of a deployment and stores the floor. */
  default void deleteEra(UUID deployment, int floor) {}

  /**
   * A call that was active when the previous process ended.
   *
   * @param turns parts of the transcript, as recorded
   * @param state as saved last; null when none was saved
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record InterruptedCall(
      PlacedCall placedCall,
      List<GatewayEvent> events,
      List<GatewayEvent.Turns> turns,
      byte @Nullable [] state) {}

  @Nullable Entry find(UUID attemptId);

  /** Whether a different request was placed under this attempt's id. */
  default boolean conflicts(PlaceCall call) {
    return false;
  }

  /** Also of a call that was recorded as placed, whose data it deletes. */
  void recordRefusal(PlaceCall call, PlaceResult.Refused result, Instant at);

  /** The call is active from now on: the next process resumes it. */
  void recordPlacement(PlacedCall placedCall, PlaceResult.Accepted result);

  /**
   * An event has happened; one that ends the call makes it subject to expiry.
   *
   * @param events all events of the call, the new one last
   */
  void recordEvent(PlacedCall placedCall, List<GatewayEvent> events);

  /** Stores a part of the transcript of an active call, which is no event of it. */
  default void recordTurns(GatewayEvent.Turns part) {}

  /** Replaces the state of an active call. */
  void recordState(UUID attemptId, CallState state);

  /** The call is no longer active: it has no further event, no state and no parts. */
  void recordFinish(UUID attemptId);

  /**
   * Erases all but the result, which prevents a second dial when the attempt is placed again.
   *
   * @return the event of the erasure; empty when there was nothing to erase
   */
  Optional<GatewayEvent.Forgotten> erase(UUID attemptId, Instant at);

  List<InterruptedCall> interruptedCalls();

  void expire(Instant now);
}
