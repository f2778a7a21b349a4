package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Attempt;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt with its intent and follow-up. Instants are the tenant's time unless noted.
 *
 * @param intent the decision committed before the request to the gateway
 * @param attempt the state machine
 * @param sequel suppression, report and deadlines
 */
public record CallAttempt(Intent intent, Attempt attempt, FollowUp sequel) {

  /**
   * The intent to dial; immutable.
   *
   * @param fromNumber E.164 caller ID
   * @param notAfter latest start of the call; real time
   * @param contactDay the subject's local day
   * @param dialDay the tenant's local day
   * @param claim key of the claim that the call is about
   * @param decision the rules' verdicts that allowed the dial
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
   * Data added after the intent.
   *
   * @param suppressionId the suppression for the subject's objection
   * @param transcriptExpiresAt null without a stored transcript
   * @param reportDueAt deadline of the report; null while none is expected
   * @param checkAt next query to the gateway; real time; null when nothing is open
   */
  public record FollowUp(
      @Nullable UUID suppressionId,
      @Nullable AgentReport report,
      @Nullable Instant transcriptExpiresAt,
      @Nullable Instant reportDueAt,
      @Nullable Instant checkAt) {}

  /** A new attempt, not sent to the gateway yet. */
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

  /** Whether clients see the attempt as a call: answered or ended, and counted. */
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

  /** A copy with other deadlines; null for none. */
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
