package eu.callorders.core.call;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to reach the person. All instants are the tenant's time.
 *
 * @param id also the id of the Call, and the idempotency key of placing
 * @param number of the attempts of its order that count, which one; 0 before it counts. Given by
 *     whoever stores {@link AttemptMilestone#TAKEN}; the decider leaves it alone
 * @param to E.164 number
 * @param gatewayRef the gateway's own name for the call; null before it is known
 * @param startedAt when the gateway took it, or may have
 * @param answeredAt when somebody, or a machine, picked up
 * @param endedBy null when unknown
 * @param reported the conversation; null before a report has come
 * @param objected whether the person has objected to calls in this one
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

  /** How long after its end a conversation may go unreported, on the tenant's clock. */
  public static final Duration REPORT_PATIENCE = Duration.ofMinutes(15);

  /** The intent to dial: what is written before the gateway hears of it. */
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

  /** The same, counted as that attempt of its order. */
  public Attempt numbered(int place) {
    return new Attempt(
        id,
        orderId,
        place,
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

  Attempt taken(@Nullable String ref, Instant at) {
    return new Attempt(
        id,
        orderId,
        number,
        to,
        AttemptStatus.PLACED,
        ref,
        at,
        answeredAt,
        endedAt,
        disposition,
        cause,
        endedBy,
        reported,
        objected);
  }

  Attempt answered(@Nullable Instant at) {
    return new Attempt(
        id,
        orderId,
        number,
        to,
        status,
        gatewayRef,
        startedAt,
        at,
        endedAt,
        disposition,
        cause,
        endedBy,
        reported,
        objected);
  }

  Attempt over(Disposition how, Cause why, @Nullable Actor by, Instant at) {
    return new Attempt(
        id,
        orderId,
        number,
        to,
        status,
        gatewayRef,
        startedAt,
        answeredAt,
        at,
        how,
        why,
        by,
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
