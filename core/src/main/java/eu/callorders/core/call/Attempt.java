package eu.callorders.core.call;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to reach the person. All instants are the tenant's time.
 *
 * @param id also the id of the Call, and the idempotency key of placing
 * @param number position among the order's attempts that count, from 1; 0 before it counts. Set by
 *     the code that stores {@link AttemptMilestone#TAKEN}, not by the decider
 * @param to E.164 phone
 * @param gatewayRef the gateway's name for the call; null until known
 * @param startedAt when the gateway accepted the call, or may have
 * @param answeredAt when a person or a machine picked up
 * @param endedBy null when unknown
 * @param reported the conversation; null before a report arrives
 * @param objected whether the person objected to calls in this attempt
 */
public record Attempt(
    UUID id,
    UUID orderId,
    int number,
    String to,
    AttemptStatus status,
    @Nullable String gatewayRef,
    @Nullable Instant startedAt,
    @Nullable Instant answeredAt,
    @Nullable Instant endedAt,
    @Nullable Disposition disposition,
    @Nullable Cause cause,
    @Nullable Actor endedBy,
    @Nullable Conversation reported,
    boolean objected) {

  /** How long after its end a conversation may lack its report, on the tenant's clock. */
  public static final Duration REPORT_PATIENCE = Duration.ofMinutes(15);

  /** The intent to dial, written before the request to the gateway. */
  public static Attempt placing(UUID id, UUID orderId, String to) {
    return new Attempt(
        id,
        orderId,
        0,
        to,
        AttemptStatus.PLACING,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        false);
  }

  public Attempt numbered(int position) {
    return new Attempt(
        id,
        orderId,
        position,
        to,
        status,
        gatewayRef,
        startedAt,
        answeredAt,
        endedAt,
        disposition,
        cause,
        endedBy,
        reported,
        objected);
  }

  Attempt standing(AttemptStatus next) {
    return new Attempt(
        id,
        orderId,
        number,
        to,
        next,
        gatewayRef,
        startedAt,
        answeredAt,
        endedAt,
        disposition,
        cause,
        endedBy,
        reported,
        objected);
  }

  Attempt known(String ref) {
    return new Attempt(
        id,
        orderId,
        number,
        to,
        status,
        ref,
        startedAt,
        answeredAt,
        endedAt,
        disposition,
        cause,
        endedBy,
        reported,
        objected);
  }

  Attempt taken(@Nullable String ref, Instant startedAt) {
    return new Attempt(
        id,
        orderId,
        number,
        to,
        AttemptStatus.PLACED,
        ref,
        startedAt,
        answeredAt,
        endedAt,
        disposition,
        cause,
        endedBy,
        reported,
        objected);
  }

  Attempt answered(@Nullable Instant answeredAt) {
    return new Attempt(
        id,
        orderId,
        number,
        to,
        status,
        gatewayRef,
        startedAt,
        answeredAt,
        endedAt,
        disposition,
        cause,
        endedBy,
        reported,
        objected);
  }

  Attempt over(Disposition disposition, Cause cause, @Nullable Actor endedBy, Instant endedAt) {
    return new Attempt(
        id,
        orderId,
        number,
        to,
        status,
        gatewayRef,
        startedAt,
        answeredAt,
        endedAt,
        disposition,
        cause,
        endedBy,
        reported,
        objected);
  }

  Attempt reporting(Conversation conversation) {
    return new Attempt(
        id,
        orderId,
        number,
        to,
        status,
        gatewayRef,
        startedAt,
        answeredAt,
        endedAt,
        disposition,
        cause,
        endedBy,
        conversation,
        objected);
  }

  Attempt objecting() {
    return new Attempt(
        id,
        orderId,
        number,
        to,
        status,
        gatewayRef,
        startedAt,
        answeredAt,
        endedAt,
        disposition,
        cause,
        endedBy,
        reported,
        true);
  }
}
