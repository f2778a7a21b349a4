package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the simulator remembers of attempts. Belongs to the switchboard's thread. */
public interface CallRegistry {

  /**
   * What is known of one attempt.
   *
   * @param answer what placing it again answers
   * @param events null when it was refused, or when it is to be forgotten
   */
  record Entry(PlaceResult answer, @Nullable List<GatewayEvent> events) {
    /** The call was placed, and erased since. */
    boolean forgotten() {
      return events == null && answer instanceof PlaceResult.Accepted;
    }
  }

  /** Since when no call was dropped, unless it was erased; null when that is not known. */
  @Nullable Instant keptSince(Instant now);

  /**
   * The current era of a deployment.
   *
   * @param nodes that have asked for it
   */
  record Era(int number, UUID id, Set<UUID> nodes) {}

  /** To whom an attempt belongs. */
  record Owner(UUID orderId, UUID tenantId) {
    /** Events of a call have lower numbers. */
    private static final long FORGOTTEN_SEQUENCE = Integer.MAX_VALUE;

    public static Owner of(PlaceCall call) {
      return new Owner(call.orderId(), call.tenantId());
    }

    /** The event that tells of an erasure. */
    public GatewayEvent.Forgotten forgotten(UUID attemptId, String gatewayRef, Instant at) {
      return new GatewayEvent.Forgotten(
          new GatewayEvent.Header(
              attemptId + "-forgotten", attemptId, gatewayRef, FORGOTTEN_SEQUENCE, at),
          orderId,
          tenantId);
    }
  }

  /** The current era of a deployment; null when it has asked for none. */
  @Nullable Era era(UUID deployment);

  void era(UUID deployment, Era era);

  /** The deployments whose eras are kept. */
  Set<UUID> deployments();

  /** Deletes the era of a deployment, and keeps the floor. */
  void dropEra(UUID deployment, int floor);

  /** The highest number of an era that was deleted; -1 when none was. */
  int eraFloor();

  /** A call that was under way when the process before this one ended. */
  record InterruptedCall(PlacedCall placing, CallProgress progress) {}

  @Nullable Entry find(UUID attemptId);

  void refused(PlaceCall call, PlaceResult.Refused answer, Instant at);

  void taken(PlacedCall placing, PlaceResult.Accepted answer);

  /** Something has happened to a call; {@code progress.done()} says whether it was the last. */
  void progressed(PlacedCall placing, CallProgress progress);

  /** The call has ended: from now on it may be dropped when its time has come. */
  void ended(PlacedCall placing, GatewayEvent.Ended end);

  /**
   * Only the answer is kept: placing the same attempt again must not dial a second time.
   *
   * @return the event that tells of it; empty when there was nothing to erase
   */
  Optional<GatewayEvent.Forgotten> forget(UUID attemptId, Instant at);

  /** How often calls of this order to this number were refused for capacity. */
  int capacityRefusals(PlaceCall call);

  /** Calls to go on with. */
  List<InterruptedCall> interrupted();

  /** Drops what is remembered for too long. */
  void expire(Instant now);
}
