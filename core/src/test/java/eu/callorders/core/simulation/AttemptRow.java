package eu.callorders.core.simulation;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored attempt.
 *
 * @param suppression the suppression created for an objection; null for none
 * @param reportDueAt the tenant's time
 * @param reconcileAt real time
 */
record AttemptRow(
    Intent intent,
    Attempt attempt,
    @Nullable UUID suppression,
    @Nullable Instant reportDueAt,
    @Nullable Instant reconcileAt) {

  /**
   * The dial decision.
   *
   * @param at the tenant's time of the decision
   * @param written real time
   * @param clockOffset of the tenant's clock at that time
   * @param notAfter real time: the gateway may not start later
   */
  record Intent(
      Instant at,
      Instant written,
      Duration clockOffset,
      Instant notAfter,
      LocalDate contactDay,
      LocalDate dialDay) {}

  UUID id() {
    return attempt.id();
  }

  boolean refused() {
    return attempt.status() == AttemptStatus.REFUSED;
  }

  AttemptRow with(Attempt next) {
    return new AttemptRow(intent, next, suppression, reportDueAt, reconcileAt);
  }

  AttemptRow withSuppression(UUID suppression) {
    return new AttemptRow(intent, attempt, suppression, reportDueAt, reconcileAt);
  }

  AttemptRow withDeadlines(@Nullable Instant reportDue, @Nullable Instant nextCheck) {
    return new AttemptRow(intent, attempt, suppression, reportDue, nextCheck);
  }

  @Override
  public String toString() {
    return "a%d #%d %s %s %s, intended %s, started %s, ended %s, report due %s, check %s"
        .formatted(
            id().getLeastSignificantBits(),
            attempt.attemptNumber(),
            attempt.status(),
            attempt.disposition(),
            attempt.cause(),
            intent,
            attempt.startedAt(),
            attempt.endedAt(),
            reportDueAt,
            reconcileAt);
  }
}
