package eu.callorders.server.webhook;

import eu.callorders.core.webhook.EndpointHealth;
import eu.callorders.core.webhook.VerificationState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Applies outcomes of attempts in order: health, verification, and notices for the tenant. */
final class EndpointUpdater {
  private final Endpoint before;
  private final List<Notice> news = new ArrayList<>();
  private Endpoint now;

  EndpointUpdater(Endpoint endpoint) {
    this.before = endpoint;
    this.now = endpoint;
  }

  /** Becomes an event. */
  sealed interface Notice {
    /** Share of the time until the endpoint is disabled, in percent. */
    record Failing(int percent) implements Notice {}

    /**
     * The endpoint was disabled.
     *
     * @param reason {@code gone} (status 410) or {@code failing} (five days of failures)
     */
    record Disabled(String reason) implements Notice {}
  }

  /** Applies the next outcome, unless it says nothing about the endpoint. */
  void take(DeliveryOutcome outcome) {
    DeliveryAttempt attempt = outcome.attempt();
    if (attempt == null || !outcome.isEvidence()) {
      return;
    }
    Instant endedAt = attempt.at().plusMillis(attempt.durationMs());
    if (SendDecision.isVerification(outcome.claimed())) {
      verify(outcome, attempt);
    } else if (now.status() == EndpointStatus.ACTIVE) {
      judge(outcome, endedAt);
    }
  }

  Endpoint endpoint() {
    return now;
  }

  /** Whether more than the health has changed. */
  boolean isTurned() {
    return now.status() != before.status() || !now.verification().equals(before.verification());
  }

  boolean isChanged() {
    return !now.equals(before);
  }

  List<Notice> news() {
    return news;
  }

  private void judge(DeliveryOutcome outcome, Instant endedAt) {
    if (outcome.isDelivered()) {
      now = now.with(now.health().succeeded(endedAt));
      return;
    }
    EndpointHealth.FailureResult result = now.health().failed(endedAt);
    now = now.with(result.health());
    if (outcome.isGone()) {
      disable("gone", endedAt);
      return;
    }
    switch (result) {
      case EndpointHealth.FailureResult.Recorded _ -> {}
      case EndpointHealth.FailureResult.Failing failing ->
          news.add(new Notice.Failing(failing.percent()));
      case EndpointHealth.FailureResult.Disabled _ -> disable("failing", endedAt);
    }
  }

  private void disable(String reason, Instant at) {
    now = now.with(EndpointStatus.DISABLED, at);
    news.add(new Notice.Disabled(reason));
  }

  /** Ignores the response to a challenge that was replaced meanwhile. */
  private void verify(DeliveryOutcome outcome, DeliveryAttempt attempt) {
    Endpoint challenged = outcome.claimed().endpoint();
    Verification pending = now.verification();
    if (challenged == null
        || now.status() != EndpointStatus.PENDING_VERIFICATION
        || pending.state() != VerificationState.PENDING
        || !Objects.equals(pending.challenge(), challenged.verification().challenge())) {
      return;
    }
    Instant at = attempt.at();
    if (outcome.isDelivered()) {
      now = now.with(pending.succeeded(at), EndpointStatus.ACTIVE, at);
      return;
    }
    String reason = reason(attempt);
    Verification next =
        outcome.next() == null ? pending.failed(at, reason) : pending.tried(at, reason);
    now = now.with(next, now.status(), at);
  }

  private static String reason(DeliveryAttempt attempt) {
    String error = attempt.error();
    return error != null ? error : "status_" + attempt.responseStatus();
  }
}
