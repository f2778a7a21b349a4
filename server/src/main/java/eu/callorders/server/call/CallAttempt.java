package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.evidence.RecordedEvent;
import eu.callorders.core.evidence.RecordedEvents;
import eu.callorders.core.telephony.GatewayEvent;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt with its intent and follow-up. Instants are the tenant's time unless noted.
 *
 * @param intent the decision committed before the request to the gateway
 * @param attempt the state machine
 * @param followUp suppression, report and deadlines
 */
public record CallAttempt(Intent intent, Attempt attempt, FollowUp followUp) {

  /**
   * The intent to dial; immutable.
   *
   * @param callerId number to call from
   * @param notAfter latest start of the call; real time
   * @param contactDay the subject's local day
   * @param dialDay the tenant's local day
   * @param claimKey key of the claim that the call is about
   * @param decision the rules' verdicts that allowed the dial
   * @param simulatorNode the node whose simulator has the call; null for a gateway outside
   */
  public record Intent(
      UUID tenantId,
      String subjectReference,
      PhoneNumber callerId,
      Instant intendedAt,
      Instant notAfter,
      LocalDate contactDay,
      LocalDate dialDay,
      UUID claimKey,
      JsonNode decision,
      @Nullable UUID simulatorNode) {}

  /**
   * Data added after the intent.
   *
   * @param suppressionId the suppression for the subject's objection
   * @param transcriptExpiresAt null without a stored transcript
   * @param reportDueAt deadline of the report; null while none is expected
   * @param reconcileAt next query to the gateway; real time; null when nothing is open
   * @param gatewayEvents none once the evidence is made
   */
  public record FollowUp(
      @Nullable UUID suppressionId,
      @Nullable AgentReport report,
      @Nullable Instant transcriptExpiresAt,
      @Nullable Instant reportDueAt,
      @Nullable Instant reconcileAt,
      RecordedEvents gatewayEvents) {}

  /** A new attempt, not sent to the gateway yet. */
  public static CallAttempt newIntent(Intent intent, Attempt placing, Instant checkAt) {
    return new CallAttempt(
        intent, placing, new FollowUp(null, null, null, null, checkAt, RecordedEvents.NONE));
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
    return followUp.suppressionId();
  }

  public @Nullable AgentReport report() {
    return followUp.report();
  }

  public @Nullable Instant transcriptExpiresAt() {
    return followUp.transcriptExpiresAt();
  }

  /** Whether clients see the attempt as a call: answered or ended, and counted. */
  public boolean isVisible() {
    return attempt.attemptNumber() > 0
        && (attempt.answeredAt() != null || attempt.endedAt() != null);
  }

  /**
   * Whether the simulator of another node has the call.
   *
   * @param node this one; null when its gateway is outside
   */
  public boolean isOfOtherSimulator(@Nullable UUID node) {
    UUID owner = intent.simulatorNode();
    return node != null && owner != null && !owner.equals(node);
  }

  public CallAttempt with(Attempt next) {
    return new CallAttempt(intent, next, followUp);
  }

  public CallAttempt withReport(AgentReport checked) {
    return with(
        new FollowUp(
            followUp.suppressionId(),
            checked,
            followUp.transcriptExpiresAt(),
            followUp.reportDueAt(),
            followUp.reconcileAt(),
            followUp.gatewayEvents()));
  }

  public CallAttempt withSuppression(UUID entry) {
    return with(
        new FollowUp(
            entry,
            followUp.report(),
            followUp.transcriptExpiresAt(),
            followUp.reportDueAt(),
            followUp.reconcileAt(),
            followUp.gatewayEvents()));
  }

  public CallAttempt withTranscriptExpiry(Instant expiresAt) {
    return with(
        new FollowUp(
            followUp.suppressionId(),
            followUp.report(),
            expiresAt,
            followUp.reportDueAt(),
            followUp.reconcileAt(),
            followUp.gatewayEvents()));
  }

  /** A copy with other deadlines; null for none. */
  public CallAttempt withDeadlines(@Nullable Instant reportBy, @Nullable Instant checkedBy) {
    return with(
        new FollowUp(
            followUp.suppressionId(),
            followUp.report(),
            followUp.transcriptExpiresAt(),
            reportBy,
            checkedBy,
            followUp.gatewayEvents()));
  }

  /** With an event of the gateway, until the attempt is closed; this one if nothing changes. */
  public CallAttempt recording(GatewayEvent event) {
    if (attempt.status().compareTo(AttemptStatus.CLOSED) >= 0) {
      return this;
    }
    return RecordedEvent.of(event)
        .map(added -> withGatewayEvents(followUp.gatewayEvents().add(added)))
        .orElse(this);
  }

  public CallAttempt withGatewayEvents(RecordedEvents events) {
    return with(
        new FollowUp(
            followUp.suppressionId(),
            followUp.report(),
            followUp.transcriptExpiresAt(),
            followUp.reportDueAt(),
            followUp.reconcileAt(),
            events));
  }

  private CallAttempt with(FollowUp next) {
    return new CallAttempt(intent, attempt, next);
  }
}
