package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Attempt;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt with what surrounds it. Instants are the tenant's time unless they say otherwise.
 *
 * @param attempt what the state machine knows
 * @param fromNumber E.164 number that is shown to the person
 * @param intendedAt when the intent was written
 * @param suppressionId the entry made of the person's objection
 * @param transcriptExpiresAt until when the stored transcript may be read; null when there is none
 * @param reportDueAt when a missing report is overdue; null while none is awaited
 * @param notAfter real time: the gateway may not start to dial later
 * @param checkAt real time: when to ask the gateway; null when nothing is open
 * @param contactDay the person's local day
 * @param dialDay the tenant's local day
 * @param decision what was seen when the dial was allowed
 */
public record CallAttempt(
    Attempt attempt,
    UUID tenantId,
    String subjectReference,
    String fromNumber,
    Instant intendedAt,
    @Nullable UUID suppressionId,
    @Nullable AgentReport report,
    @Nullable Instant transcriptExpiresAt,
    @Nullable Instant reportDueAt,
    Instant notAfter,
    @Nullable Instant checkAt,
    LocalDate contactDay,
    LocalDate dialDay,
    JsonNode decision) {

  public UUID id() {
    return attempt.id();
  }

  /** Clients see an attempt as a call from its answer or its end on, unless it never counted. */
  public boolean visible() {
    return attempt.number() > 0 && (attempt.answeredAt() != null || attempt.endedAt() != null);
  }

  public CallAttempt with(Attempt next) {
    return new CallAttempt(
        next,
        tenantId,
        subjectReference,
        fromNumber,
        intendedAt,
        suppressionId,
        report,
        transcriptExpiresAt,
        reportDueAt,
        notAfter,
        checkAt,
        contactDay,
        dialDay,
        decision);
  }

  public CallAttempt withReport(AgentReport checked) {
    return new CallAttempt(
        attempt,
        tenantId,
        subjectReference,
        fromNumber,
        intendedAt,
        suppressionId,
        checked,
        transcriptExpiresAt,
        reportDueAt,
        notAfter,
        checkAt,
        contactDay,
        dialDay,
        decision);
  }

  public CallAttempt withSuppression(UUID entry) {
    return new CallAttempt(
        attempt,
        tenantId,
        subjectReference,
        fromNumber,
        intendedAt,
        entry,
        report,
        transcriptExpiresAt,
        reportDueAt,
        notAfter,
        checkAt,
        contactDay,
        dialDay,
        decision);
  }

  public CallAttempt withTranscriptUntil(Instant expiresAt) {
    return new CallAttempt(
        attempt,
        tenantId,
        subjectReference,
        fromNumber,
        intendedAt,
        suppressionId,
        report,
        expiresAt,
        reportDueAt,
        notAfter,
        checkAt,
        contactDay,
        dialDay,
        decision);
  }

  /** The same with other deadlines; null: none. */
  public CallAttempt expecting(@Nullable Instant reportBy, @Nullable Instant checkedBy) {
    return new CallAttempt(
        attempt,
        tenantId,
        subjectReference,
        fromNumber,
        intendedAt,
        suppressionId,
        report,
        transcriptExpiresAt,
        reportBy,
        notAfter,
        checkedBy,
        contactDay,
        dialDay,
        decision);
  }
}
