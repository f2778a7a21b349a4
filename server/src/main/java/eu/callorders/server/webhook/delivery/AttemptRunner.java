package eu.callorders.server.webhook.delivery;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.tracing.Traces;
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
  private final WebhookSender sender;
  private final OutcomeWriter outcomes;
  private final ConcurrencyLimiter limiter;
  private final DeliveryTracer tracer;
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
      Traces traces,
      InstantSource realTime,
      RandomGenerator random,
      Runnable onEnd) {
    this.rules = rules;
    this.sender = sender;
    this.outcomes = outcomes;
    this.limiter = limiter;
    this.tracer = new DeliveryTracer(traces);
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
    switch (decide(ready, at)) {
      case SendDecision.Skip _ -> finish(ready, DeliveryOutcome.skipped(claimed, written), null);
      case SendDecision.GiveUp _ ->
          finish(ready, DeliveryOutcome.unsendable(claimed, at, written), null);
      case SendDecision.Refuse _ ->
          finish(
              ready,
              DeliveryOutcome.of(
                  claimed,
                  new SendResult.NoResponse(AttemptError.TARGET_REFUSED),
                  at,
                  Duration.ZERO,
                  random,
                  written),
              null);
      case SendDecision.Send send -> send(ready, send, at, written);
    }
  }

  /** A failure of one delivery does not affect others. */
  private SendDecision decide(ReadyDelivery ready, Instant at) {
    try {
      return SendDecision.of(ready, rules, at);
    } catch (RuntimeException failure) {
      LOG.error("webhook delivery {} cannot be sent", ready.claimed().id(), failure);
      return new SendDecision.GiveUp();
    }
  }

  private void send(
      ReadyDelivery ready, SendDecision.Send send, Instant at, Promise<Void> written) {
    ClaimedDelivery claimed = ready.claimed();
    TargetUrl url = send.url();
    long startedAt = System.nanoTime();
    sender
        .send(
            url,
            send.request().headers(),
            send.request().body(),
            SendDecision.isVerification(claimed))
        .onSuccess(
            result -> {
              Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
              finish(ready, DeliveryOutcome.of(claimed, result, at, took, random, written), url);
            });
  }

  private void finish(ReadyDelivery ready, DeliveryOutcome outcome, @Nullable TargetUrl url) {
    ClaimedDelivery claimed = outcome.claimed();
    AttemptLog.write(outcome, url);
    tracer.record(ready.loaded(), outcome);
    DeliveryAttempt attempt = outcome.attempt();
    if (attempt != null && outcome.affectsHealth()) {
      limiter.recordResult(
          claimed.endpointId(), outcome.isDelivered(), Duration.ofMillis(attempt.durationMs()));
    }
    outcomes.add(outcome);
    limiter.finish(claimed);
    onEnd.run();
  }
}
