package eu.callorders.server.predial;

import eu.callorders.core.predial.PredialDecision;
import eu.callorders.core.predial.PredialFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The newest question about an order, while its answer is awaited or the order waits because of it.
 *
 * @param questionId its {@code webhook-id}
 * @param entityTag of the order in the question
 * @param askedUntil real time until which the answer is awaited; null when the order waits
 * @param heldUntil the tenant's time until which the order waits; null while it is awaited
 * @param failure why there is no valid answer; null while it is awaited, or when the client holds
 * @param failures of questions about the order in a row
 * @param deleteAfter real time from which the row is of no use
 */
record QuestionState(
    UUID tenantId,
    UUID orderId,
    UUID questionId,
    int entityTag,
    @Nullable Instant askedUntil,
    @Nullable Instant heldUntil,
    @Nullable PredialFailure failure,
    int failures,
    Instant deleteAfter) {
  /** How long the number of failures is kept after the order may be asked about again. */
  private static final Duration RETENTION = Duration.ofDays(7);

  /**
   * Of a question that is sent now.
   *
   * @param lease how long the answer is awaited
   */
  static QuestionState asked(PredialQuestion question, Instant realNow, Duration lease) {
    return new QuestionState(
        question.tenantId(),
        question.orderId(),
        question.id(),
        question.entityTag(),
        realNow.plus(lease),
        null,
        null,
        question.failures(),
        realNow.plus(RETENTION));
  }

  /**
   * Of the same question when its reply holds the order.
   *
   * @param now the tenant's time
   */
  QuestionState held(PredialDecision.Hold hold, Instant now, Instant realNow) {
    return new QuestionState(
        tenantId,
        orderId,
        questionId,
        entityTag,
        null,
        hold.until(),
        hold.failure(),
        hold.failures(),
        realNow.plus(Duration.between(now, hold.until())).plus(RETENTION));
  }
}
