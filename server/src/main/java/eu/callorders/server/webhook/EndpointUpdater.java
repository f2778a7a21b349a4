package eu.callorders.server.webhook;

import eu.callorders.core.webhook.EndpointHealth;
import eu.callorders.core.webhook.VerificationState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What attempts make of an endpoint, one after the other: how it is doing, whether it has proved
 * itself, and what its tenant has to hear.
 */
final class EndpointUpdater {
  private final Endpoint before;
  private final List<Notice> news = new ArrayList<>();
  private Endpoint now;

  EndpointUpdater(Endpoint endpoint) {
    this.before = endpoint;
    this.now = endpoint;
  }

  /** What is announced. */
  sealed interface Notice {
    /** So much of the way to being disabled lies behind it, in percent. */
    record Failing(int percent) implements Notice {}

    /**
     * It gets nothing any more.
     *
     * @param reason {@code gone} (it has answered 410) or {@code failing} (five days of failures)
     */
    record Disabled(String reason) implements Notice {}
  }

  /** Takes the next attempt in; those that nobody made of it tell nothing. */
  void take(DeliveryOutcome ended) {
    DeliveryAttempt attempt = ended.attempt();
    if (attempt == null || !ended.isEvidence()) {
      return;
    }
    Instant endedAt = attempt.at().plusMillis(attempt.durationMs());
    if (SendDecision.isVerification(ended.claimed())) {
      verify(ended, attempt);
    } else if (now.status() == EndpointStatus.ACTIVE) {
      judge(ended, endedAt);
    }
  }

  Endpoint endpoint() {
    return now;
  }

  /** Whether more than its health is to be written. */
  boolean isTurned() {
    return now.status() != before.status() || !now.verification().equals(before.verification());
  }

  boolean isChanged() {
    return !now.equals(before);
  }

  List<Notice> news() {
    return news;
  }

  private void judge(DeliveryOutcome ended, Instant endedAt) {
    if (ended.isDelivered()) {
      now = now.with(now.health().succeeded(endedAt));
      return;
    }
    EndpointHealth.FailureResult verdict = now.health().failed(endedAt);
    now = now.with(verdict.health());
    if (ended.isGone()) {
      disable("gone", endedAt);
      return;
    }
    switch (verdict) {
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

  /** A challenge that was replaced meanwhile proves nothing any more. */
  private void verify(DeliveryOutcome ended, DeliveryAttempt attempt) {
    Endpoint asked = ended.claimed().endpoint();
    Verification pending = now.verification();
    if (asked == null
        || now.status() != EndpointStatus.PENDING_VERIFICATION
        || pending.state() != VerificationState.PENDING
        || !Objects.equals(pending.challenge(), asked.verification().challenge())) {
      return;
    }
    Instant at = attempt.at();
    if (ended.isDelivered()) {
      now = now.with(pending.succeeded(at), EndpointStatus.ACTIVE, at);
      return;
    }
    String reason = reason(attempt);
    Verification next =
        ended.next() == null ? pending.failed(at, reason) : pending.tried(at, reason);
    now = now.with(next, now.status(), at);
  }

  private static String reason(DeliveryAttempt attempt) {
    String error = attempt.error();
    return error != null ? error : "status_" + attempt.responseStatus();
  }
}
