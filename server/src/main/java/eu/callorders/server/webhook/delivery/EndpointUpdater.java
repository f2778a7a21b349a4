package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.webhook.EndpointHealth;
import eu.callorders.core.webhook.VerificationState;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import eu.callorders.server.webhook.endpoint.Verification;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Applies outcomes of attempts in order: health, verification, and notices for the tenant. */
final class EndpointUpdater {
  private final Endpoint before;
  private final List<Notice> notices = new ArrayList<>();
  private Endpoint current;

  EndpointUpdater(Endpoint endpoint) {
    this.before = endpoint;
    this.current = endpoint;
  }

  /** Becomes an event, with these members besides those of the endpoint. */
  record Notice(EventType type, ObjectNode members) {}

  /** Applies the next outcome, unless it says nothing about the endpoint. */
  void apply(DeliveryOutcome outcome) {
    DeliveryAttempt attempt = outcome.attempt();
    if (attempt == null || !outcome.affectsHealth()) {
      return;
    }
    Instant endedAt = attempt.at().plusMillis(attempt.durationMs());
    if (SendDecision.isVerification(outcome.claimed())) {
      applyVerification(outcome, attempt);
    } else if (current.status() == EndpointStatus.ACTIVE) {
      updateHealth(outcome, endedAt);
    }
  }

  Endpoint endpoint() {
    return current;
  }

  /** Whether more than the health has changed. */
  boolean isStatusChanged() {
    return current.status() != before.status()
        || !current.verification().equals(before.verification());
  }

  boolean isChanged() {
    return !current.equals(before);
  }

  List<Notice> notices() {
    return notices;
  }

  private void updateHealth(DeliveryOutcome outcome, Instant endedAt) {
    if (outcome.isDelivered()) {
      current = current.with(current.health().afterSuccess(endedAt));
      return;
    }
    EndpointHealth.FailureResult result = current.health().afterFailure(endedAt);
    current = current.with(result.health());
    if (outcome.isGone()) {
      disable("gone", endedAt);
      return;
    }
    switch (result) {
      case EndpointHealth.FailureResult.Recorded _ -> {}
      case EndpointHealth.FailureResult.Failing failing ->
          notices.add(
              new Notice(
                  EventType.WEBHOOK_ENDPOINT_FAILING,
                  Json.object().put("percent", failing.percent())));
      case EndpointHealth.FailureResult.Disabled _ -> disable("failing", endedAt);
    }
  }

  /**
   * @param reason {@code gone} (status 410) or {@code failing} (five days of failures)
   */
  private void disable(String reason, Instant at) {
    current = current.with(EndpointStatus.DISABLED, at);
    notices.add(
        new Notice(EventType.WEBHOOK_ENDPOINT_DISABLED, Json.object().put("reason", reason)));
  }

  /** Ignores the response to a challenge that was replaced meanwhile. */
  private void applyVerification(DeliveryOutcome outcome, DeliveryAttempt attempt) {
    Endpoint challenged = outcome.claimed().endpoint();
    Verification pending = current.verification();
    if (challenged == null
        || current.status() != EndpointStatus.PENDING_VERIFICATION
        || pending.state() != VerificationState.PENDING
        || !Objects.equals(pending.challenge(), challenged.verification().challenge())) {
      return;
    }
    Instant at = attempt.at();
    if (outcome.isDelivered()) {
      current = current.with(pending.succeeded(at), EndpointStatus.ACTIVE, at);
      return;
    }
    String reason = reason(attempt);
    Verification next =
        outcome.nextAttemptAt() == null ? pending.failed(at, reason) : pending.retrying(at, reason);
    current = current.with(next, current.status(), at);
  }

  private static String reason(DeliveryAttempt attempt) {
    String error = attempt.error();
    return error != null ? error : "status_" + attempt.responseStatus();
  }
}
