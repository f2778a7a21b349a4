package eu.callorders.core.predial;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the check before the dial says about an order. Instants are the tenant's time. */
public sealed interface PredialFacts {

  /** The tenant has no such check. */
  record NotConfigured() implements PredialFacts {}

  /** The client is asked when every other rule permits the dial. */
  record NotAsked() implements PredialFacts {}

  /** The client has been asked; without an answer it is asked again at {@code until}. */
  record Asked(Instant until) implements PredialFacts {}

  /**
   * The check permits the dial.
   *
   * @param failure why there is no answer; null when the client permits the dial
   */
  record Permitted(@Nullable PredialFailure failure) implements PredialFacts {}

  /**
   * The order waits.
   *
   * @param failure why there is no answer; null when the client holds the order
   * @param failures of questions about this order in a row
   */
  record Held(Instant until, @Nullable PredialFailure failure, int failures)
      implements PredialFacts {}

  /** The endpoint has failed several times in a row: nothing is asked before {@code until}. */
  record Paused(Instant until) implements PredialFacts {}

  NotConfigured NOT_CONFIGURED = new NotConfigured();
}
