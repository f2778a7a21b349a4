package eu.callorders.core.simulation;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt as it is stored.
 *
 * @param entry the do-not-call entry made of an objection; null for none
 * @param reportDueAt the tenant's time
 * @param checkAt real time
 */
record AttemptRow(
    Intent intent,
    Attempt attempt,
    @Nullable UUID entry,
    @Nullable Instant reportDueAt,
    @Nullable Instant checkAt) {

  /**
   * What was decided.
   *
   * @param at the tenant's time by which it was decided
   * @param written real time
   * @param clockOffset how far the tenant's clock was ahead then
   * @param notAfter real time: the gateway may not begin later
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
    return new AttemptRow(intent, next, entry, reportDueAt, checkAt);
  }

  AttemptRow withEntry(UUID made) {
    return new AttemptRow(intent, attempt, made, reportDueAt, checkAt);
  }

  AttemptRow expecting(@Nullable Instant report, @Nullable Instant check) {
    return new AttemptRow(intent, attempt, entry, report, check);
  }

  @Override
  public String toString() {
    return "a%d #%d %s %s %s, intended %s, started %s, ended %s, report due %s, check %s"
        .formatted(
            id().getLeastSignificantBits(),
            attempt.number(),
            attempt.status(),
            attempt.disposition(),
            attempt.cause(),
            intent,
            attempt.startedAt(),
            attempt.endedAt(),
            reportDueAt,
            checkAt);
  }
}
