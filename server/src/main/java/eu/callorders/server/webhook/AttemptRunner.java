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

/** Makes the next attempt of a delivery, and hands over how it ended. */
final class AttemptRunner {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptRunner.class);

  private final TargetRules rules;
  private final Courier courier;
  private final DeliveryEnds ends;
  private final Lanes lanes;
  private final InstantSource realTime;
  private final RandomGenerator random;
  private final Runnable onEnd;

  /**
   * @param onEnd runs after each end
   */
  AttemptRunner(
      TargetRules rules,
      Courier courier,
      DeliveryEnds ends,
      Lanes lanes,
      InstantSource realTime,
      RandomGenerator random,
      Runnable onEnd) {
    this.rules = rules;
    this.courier = courier;
    this.ends = ends;
    this.lanes = lanes;
    this.realTime = realTime;
    this.random = random;
    this.onEnd = onEnd;
  }

  /**
   * Begins the attempt. Never fails.
   *
   * @param written completes when its end is in the log
   */
  void run(ReadyDelivery ready, Promise<Void> written) {
    ClaimedDelivery claimed = ready.claimed();
    Instant at = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    switch (instruction(ready, at)) {
      case Instruction.Skip _ -> end(EndedDelivery.skipped(claimed, written), null);
      case Instruction.GiveUp _ -> end(EndedDelivery.unsendable(claimed, at, written), null);
      case Instruction.Refuse _ ->
          end(
              EndedDelivery.of(
                  claimed,
                  new Outcome.Unanswered(AttemptError.TARGET_REFUSED),
                  at,
                  Duration.ZERO,
                  random,
                  written),
              null);
      case Instruction.Send send -> carry(claimed, send, at, written);
    }
  }

  /** What is wrong with one delivery stops no other. */
  private Instruction instruction(ReadyDelivery ready, Instant at) {
    try {
      return Instruction.of(ready.loaded(), ready.secrets(), rules, at);
    } catch (RuntimeException failure) {
      LOG.error("delivery {} cannot be sent", ready.claimed().id(), failure);
      return new Instruction.GiveUp();
    }
  }

  private void carry(
      ClaimedDelivery claimed, Instruction.Send send, Instant at, Promise<Void> written) {
    TargetUrl url = send.url();
    long began = System.nanoTime();
    courier
        .carry(
            url, send.letter().headers(), send.letter().body(), Instruction.isVerification(claimed))
        .onSuccess(
            outcome -> {
              Duration took = Duration.ofNanos(System.nanoTime() - began);
              end(EndedDelivery.of(claimed, outcome, at, took, random, written), url);
            });
  }

  private void end(EndedDelivery ended, @Nullable TargetUrl url) {
    ClaimedDelivery claimed = ended.claimed();
    AttemptLog.write(ended, url);
    Attempt attempt = ended.attempt();
    if (attempt != null && ended.isEvidence()) {
      lanes.judged(
          claimed.endpointId(), ended.isDelivered(), Duration.ofMillis(attempt.durationMs()));
    }
    ends.add(ended);
    lanes.ended(claimed);
    onEnd.run();
  }
}
