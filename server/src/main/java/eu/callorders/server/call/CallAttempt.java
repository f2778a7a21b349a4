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
 * @param intent what was decided before the gateway heard of it
 * @param attempt what the state machine knows
 * @param sequel what has come of it
 */
public record CallAttempt(Intent intent, Attempt attempt, FollowUp sequel) {

  /**
   * The intent to dial; it never changes.
   *
   * @param fromNumber E.164 number that is shown to the person
   * @param intendedAt when it was written
   * @param notAfter real time: the gateway may not start to dial later
   * @param contactDay the person's local day
   * @param dialDay the tenant's local day
   * @param claim tells the claim apart that the call is about
   * @param decision what was seen when the dial was allowed
   */
  public record Intent(
      UUID tenantId,
      String subjectReference,
      String fromNumber,
      Instant intendedAt,
      Instant notAfter,
      LocalDate contactDay,
      LocalDate dialDay,
      UUID claim,
      JsonNode decision) {}

  /**
   * What came after the intent, beyond the states of the attempt.
   *
   * @param suppressionId the entry made of the person's objection
   * @param transcriptExpiresAt until when the stored transcript may be read; null when there is
   *     none
   * @param reportDueAt when a missing report is overdue; null while none is awaited
   * @param checkAt real time: when to ask the gateway; null when nothing is open
   */
  public record FollowUp(
      @Nullable UUID suppressionId,
      @Nullable AgentReport report,
      @Nullable Instant transcriptExpiresAt,
      @Nullable Instant reportDueAt,
      @Nullable Instant checkAt) {}

  /** An attempt that the gateway has not heard of. */
  public static CallAttempt intended(Intent intent, Attempt placing, Instant checkAt) {
    return new CallAttempt(intent, placing, new FollowUp(null, null, null, null, checkAt));
  }

  public UUID id() {
    return attempt.id();
  }

  public UUID tenantId() {
    return intent.tenantId();
  }

  public Instant intendedAt() {
    return intent.intendedAt();
  }

  public @Nullable UUID suppressionId() {
    return sequel.suppressionId();
  }

  public @Nullable AgentReport report() {
    return sequel.report();
  }

  public @Nullable Instant transcriptExpiresAt() {
    return sequel.transcriptExpiresAt();
  }

  /** Clients see an attempt as a call from its answer or its end on, unless it never counted. */
  public boolean visible() {
    return attempt.number() > 0 && (attempt.answeredAt() != null || attempt.endedAt() != null);
  }

  public CallAttempt with(Attempt next) {
    return new CallAttempt(intent, next, sequel);
  }

  public CallAttempt withReport(AgentReport checked) {
    return with(
        new FollowUp(
            sequel.suppressionId(),
            checked,
            sequel.transcriptExpiresAt(),
            sequel.reportDueAt(),
            sequel.checkAt()));
  }

  public CallAttempt withSuppression(UUID entry) {
    return with(
        new FollowUp(
            entry,
            sequel.report(),
            sequel.transcriptExpiresAt(),
            sequel.reportDueAt(),
            sequel.checkAt()));
  }

  public CallAttempt withTranscriptUntil(Instant expiresAt) {
    return with(
        new FollowUp(
            sequel.suppressionId(),
            sequel.report(),
            expiresAt,
            sequel.reportDueAt(),
            sequel.checkAt()));
  }

  /** The same with other deadlines; null: none. */
  public CallAttempt expecting(@Nullable Instant reportBy, @Nullable Instant checkedBy) {
    return with(
        new FollowUp(
            sequel.suppressionId(),
            sequel.report(),
            sequel.transcriptExpiresAt(),
            reportBy,
            checkedBy));
  }

  private CallAttempt with(FollowUp next) {
    return new CallAttempt(intent, attempt, next);
  }
}
