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
final class EndpointCourse {
  private final Endpoint before;
  private final List<News> news = new ArrayList<>();
  private Endpoint now;

  EndpointCourse(Endpoint endpoint) {
    this.before = endpoint;
    this.now = endpoint;
  }

  /** What is announced. */
  sealed interface News {
    /** So much of the way to being disabled lies behind it, in percent. */
    record Failing(int percent) implements News {}

    /**
     * It gets nothing any more.
     *
     * @param reason {@code gone} (it has answered 410) or {@code failing} (five days of failures)
     */
    record Disabled(String reason) implements News {}
  }

  /** Takes the next attempt in; those that nobody made of it tell nothing. */
  void take(EndedDelivery ended) {
    Attempt attempt = ended.attempt();
    if (attempt == null || !ended.isEvidence()) {
      return;
    }
    Instant endedAt = attempt.at().plusMillis(attempt.durationMs());
    if (Instruction.isVerification(ended.claimed())) {
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

  List<News> news() {
    return news;
  }

  private void judge(EndedDelivery ended, Instant endedAt) {
    if (ended.isDelivered()) {
      now = now.with(now.health().succeeded(endedAt));
      return;
    }
    EndpointHealth.Verdict verdict = now.health().failed(endedAt);
    now = now.with(verdict.health());
    if (ended.isGone()) {
      disable("gone", endedAt);
      return;
    }
    switch (verdict) {
      case EndpointHealth.Verdict.Noted _ -> {}
      case EndpointHealth.Verdict.Failing failing -> news.add(new News.Failing(failing.percent()));
      case EndpointHealth.Verdict.GivenUp _ -> disable("failing", endedAt);
    }
  }

  private void disable(String reason, Instant at) {
    now = now.with(EndpointStatus.DISABLED, at);
    news.add(new News.Disabled(reason));
  }

  /** A challenge that was replaced meanwhile proves nothing any more. */
  private void verify(EndedDelivery ended, Attempt attempt) {
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

  private static String reason(Attempt attempt) {
    String error = attempt.error();
    return error != null ? error : "status_" + attempt.responseStatus();
  }
}
