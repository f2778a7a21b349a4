package eu.callorders.server.order;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.PastAttempt;
import eu.callorders.server.call.CallAttempt;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A call order as it is loaded for a decision. Instants are the tenant's time.
 *
 * @param revision rises with every change; the entity tag
 * @param attemptCount attempts that count
 * @param refusalsInRow refusals of the gateway since the last attempt that counted
 * @param enrollmentId the enrollment whose step made it; null for one submitted directly
 * @param attempts all of them, oldest first, refused ones too
 */
public record CallOrder(
    UUID id,
    UUID tenantId,
    int revision,
    OrderState state,
    int attemptCount,
    int refusalsInRow,
    String orderType,
    int orderTypeVersion,
    @Nullable UUID enrollmentId,
    @Nullable String sequenceStepId,
    OrderDocument document,
    Instant createdAt,
    Instant updatedAt,
    List<CallAttempt> attempts) {

  public CallOrder {
    attempts = List.copyOf(attempts);
  }

  public String subjectReference() {
    return document.subjectReference();
  }

  /** The attempt of that id; throws when the order has none such. */
  public CallAttempt attempt(UUID attemptId) {
    return attempts.stream()
        .filter(attempt -> attempt.id().equals(attemptId))
        .findFirst()
        .orElseThrow();
  }

  /** The attempts that counted and have ended, oldest first. */
  public List<PastAttempt> history() {
    return attempts.stream()
        .map(CallAttempt::attempt)
        .flatMap(attempt -> past(attempt).stream())
        .sorted(Comparator.comparingInt(PastAttempt::number))
        .toList();
  }

  private static Optional<PastAttempt> past(Attempt attempt) {
    Disposition disposition = attempt.disposition();
    Cause cause = attempt.cause();
    Instant endedAt = attempt.endedAt();
    return attempt.number() == 0 || disposition == null || cause == null || endedAt == null
        ? Optional.empty()
        : Optional.of(new PastAttempt(attempt.number(), attempt.to(), disposition, cause, endedAt));
  }

  CallOrder with(OrderState next, Instant now) {
    return new CallOrder(
        id,
        tenantId,
        revision,
        next,
        attemptCount,
        refusalsInRow,
        orderType,
        orderTypeVersion,
        enrollmentId,
        sequenceStepId,
        document,
        createdAt,
        now,
        attempts);
  }

  CallOrder with(OrderDocument edited) {
    return new CallOrder(
        id,
        tenantId,
        revision,
        state,
        attemptCount,
        refusalsInRow,
        orderType,
        orderTypeVersion,
        enrollmentId,
        sequenceStepId,
        edited,
        createdAt,
        updatedAt,
        attempts);
  }

  CallOrder with(List<CallAttempt> changed) {
    return counting(attemptCount, refusalsInRow, changed);
  }

  CallOrder counting(int attemptsThatCount, int refusals, List<CallAttempt> changed) {
    return new CallOrder(
        id,
        tenantId,
        revision,
        state,
        attemptsThatCount,
        refusals,
        orderType,
        orderTypeVersion,
        enrollmentId,
        sequenceStepId,
        document,
        createdAt,
        updatedAt,
        changed);
  }

  CallOrder nextRevision() {
    return new CallOrder(
        id,
        tenantId,
        revision + 1,
        state,
        attemptCount,
        refusalsInRow,
        orderType,
        orderTypeVersion,
        enrollmentId,
        sequenceStepId,
        document,
        createdAt,
        updatedAt,
        attempts);
  }
}
