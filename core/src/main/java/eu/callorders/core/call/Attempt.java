package eu.callorders.core.call;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to reach the person. All instants are the tenant's time.
 *
 * @param id also the id of the Call, and the idempotency key of placing
 * @param attemptNumber position among the order's attempts that count, from 1; 0 before it counts.
 *     Set by the code that stores {@link AttemptMilestone#PLACED}, not by the decider
 * @param phone the dialed phone
 * @param gatewayRef the gateway's name for the call; null until known
 * @param startedAt when the gateway accepted the call, or may have
 * @param answeredAt when a person or a machine picked up
 * @param endedBy null when unknown
 * @param conversation the conversation; null before a report arrives
 * @param objected whether the person objected to calls in this attempt
 */
public record Attempt(
    UUID id,
    UUID orderId,
    int attemptNumber,
    PhoneNumber phone,
    AttemptStatus status,
    @Nullable String gatewayRef,
    @Nullable Instant startedAt,
    @Nullable Instant answeredAt,
    @Nullable Instant endedAt,
    @Nullable Disposition disposition,
    @Nullable Cause cause,
    @Nullable Actor endedBy,
    @Nullable Conversation conversation,
    boolean objected) {

  /** How long after its end a conversation may lack its report, on the tenant's clock. */
  public static final Duration REPORT_TIMEOUT = Duration.ofMinutes(15);

  /** The intent to dial, written before the request to the gateway. */
  public static Attempt placing(UUID id, UUID orderId, PhoneNumber to) {
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

  /** Whether clients see the call: it has been answered, or its outcome is known. */
  public boolean isVisible() {
    return status == AttemptStatus.ANSWERED || disposition != null;
  }

  public Attempt withAttemptNumber(int position) {
    return withProgress(position, status, gatewayRef, startedAt, answeredAt);
  }

  Attempt withStatus(AttemptStatus next) {
    return withProgress(attemptNumber, next, gatewayRef, startedAt, answeredAt);
  }

  Attempt withGatewayRef(String ref) {
    return withProgress(attemptNumber, status, ref, startedAt, answeredAt);
  }

  Attempt placed(@Nullable String ref, Instant startedAt) {
    return withProgress(attemptNumber, AttemptStatus.PLACED, ref, startedAt, answeredAt);
  }

  Attempt withAnsweredAt(@Nullable Instant answeredAt) {
    return withProgress(attemptNumber, status, gatewayRef, startedAt, answeredAt);
  }

  private Attempt withProgress(
      int attemptNumber,
      AttemptStatus status,
      @Nullable String gatewayRef,
      @Nullable Instant startedAt,
      @Nullable Instant answeredAt) {
    return new Attempt(
        id,
        orderId,
        attemptNumber,
        phone,
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

  Attempt ended(Disposition disposition, Cause cause, @Nullable Actor endedBy, Instant endedAt) {
    return withEnd(endedAt, disposition, cause, endedBy, conversation, objected);
  }

  Attempt withConversation(Conversation conversation) {
    return withEnd(endedAt, disposition, cause, endedBy, conversation, objected);
  }

  Attempt withObjection() {
    return withEnd(endedAt, disposition, cause, endedBy, conversation, true);
  }

  private Attempt withEnd(
      @Nullable Instant endedAt,
      @Nullable Disposition disposition,
      @Nullable Cause cause,
      @Nullable Actor endedBy,
      @Nullable Conversation conversation,
      boolean objected) {
    return new Attempt(
        id,
        orderId,
        attemptNumber,
        phone,
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
}
