package eu.callorders.server.webhook;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the next attempt of a delivery and hands its outcome to the {@link OutcomeWriter}. */
final class AttemptRunner {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptRunner.class);

  private final TargetRules rules;
  private final WebhookSender courier;
  private final OutcomeWriter ends;
  private final ConcurrencyLimiter lanes;
  private final InstantSource realTime;
  private final RandomGenerator random;
  private final Runnable onEnd;

  /**
   * @param onEnd runs after each attempt
   */
  AttemptRunner(
      TargetRules rules,
      WebhookSender sender,
      OutcomeWriter outcomes,
      ConcurrencyLimiter limiter,
      InstantSource realTime,
      RandomGenerator random,
      Runnable onEnd) {
    this.rules = rules;
    this.courier = sender;
    this.ends = outcomes;
    this.lanes = limiter;
    this.realTime = realTime;
    this.random = random;
    this.onEnd = onEnd;
  }

  /**
   * Starts the attempt. Never fails.
   *
   * @param written completes when the outcome is stored
   */
  void run(ReadyDelivery ready, Promise<Void> written) {
    ClaimedDelivery claimed = ready.claimed();
    Instant at = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    switch (instruction(ready, at)) {
      case SendDecision.Skip _ -> end(DeliveryOutcome.skipped(claimed, written), null);
      case SendDecision.GiveUp _ -> end(DeliveryOutcome.unsendable(claimed, at, written), null);
      case SendDecision.Refuse _ ->
          end(
              DeliveryOutcome.of(
                  claimed,
                  new SendResult.Unanswered(AttemptError.TARGET_REFUSED),
                  at,
                  Duration.ZERO,
                  random,
                  written),
              null);
      case SendDecision.Send send -> carry(claimed, send, at, written);
    }
  }

  /** A failure of one delivery does not affect others. */
  private SendDecision instruction(ReadyDelivery ready, Instant at) {
    try {
      return SendDecision.of(ready.loaded(), ready.secrets(), rules, at);
    } catch (RuntimeException failure) {
      LOG.error("webhook delivery {} cannot be sent", ready.claimed().id(), failure);
      return new SendDecision.GiveUp();
    }
  }

  private void carry(
      ClaimedDelivery claimed, SendDecision.Send send, Instant at, Promise<Void> written) {
    TargetUrl url = send.url();
    long startedAt = System.nanoTime();
    courier
        .carry(
            url,
            send.letter().headers(),
            send.letter().body(),
            SendDecision.isVerification(claimed))
        .onSuccess(
            result -> {
              Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
              end(DeliveryOutcome.of(claimed, result, at, took, random, written), url);
            });
  }

  private void end(DeliveryOutcome outcome, @Nullable TargetUrl url) {
    ClaimedDelivery claimed = outcome.claimed();
    AttemptLog.write(outcome, url);
    DeliveryAttempt attempt = outcome.attempt();
    if (attempt != null && outcome.isEvidence()) {
      lanes.judged(
          claimed.endpointId(), outcome.isDelivered(), Duration.ofMillis(attempt.durationMs()));
    }
    ends.add(outcome);
    lanes.ended(claimed);
    onEnd.run();
  }
}
