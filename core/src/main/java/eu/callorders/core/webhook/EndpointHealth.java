package eu.callorders.core.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The delivery health of an endpoint. After five days of failures only it is disabled; a success or
 * enabling it resets the count.
 *
 * <p>The five days count from the first failure, but only once a later failure is twelve hours
 * apart: a single outage of an hour says nothing about days.
 *
 * @param consecutiveFailures attempts since the last success
 * @param failingSince the first of them; null for none
 * @param counting whether the five days count already
 * @param warnedAt the last reported stage of {@link #WARNINGS}; 0 for none
 */
public record EndpointHealth(
    int consecutiveFailures,
    @Nullable Instant failingSince,
    boolean counting,
    int warnedAt,
    @Nullable Instant lastSuccessAt,
    @Nullable Instant lastFailureAt) {
  public static final EndpointHealth NEW = new EndpointHealth(0, null, false, 0, null, null);

  /** Percentages of the five days at which the owner is warned. */
  public static final List<Integer> WARNINGS = List.of(50, 70, 90);

  private static final Duration GIVEN_UP_AFTER = Duration.ofDays(5);
  private static final Duration APART = Duration.ofHours(12);
  private static final int ALL = 100;

  /** The effect of a failed attempt on an endpoint. */
  public sealed interface FailureResult {
    EndpointHealth health();

    record Recorded(EndpointHealth health) implements FailureResult {}

    record Failing(EndpointHealth health, int percent) implements FailureResult {}

    record Disabled(EndpointHealth health) implements FailureResult {}
  }

  public EndpointHealth succeeded(Instant at) {
    return new EndpointHealth(0, null, false, 0, at, lastFailureAt);
  }

  /** Resets the failure count; the times of the last success and failure remain. */
  public EndpointHealth enabledAgain() {
    return new EndpointHealth(0, null, false, 0, lastSuccessAt, lastFailureAt);
  }

  public FailureResult failed(Instant at) {
    Instant since = failingSince == null ? at : failingSince;
    boolean counts = counting || !at.isBefore(since.plus(APART));
    int percent = counts ? percent(since, at) : 0;
    int stage = WARNINGS.stream().filter(warning -> warning <= percent).reduce(0, Math::max);
    EndpointHealth next =
        new EndpointHealth(
            consecutiveFailures + 1, since, counts, Math.max(stage, warnedAt), lastSuccessAt, at);
    if (percent >= ALL) {
      return new FailureResult.Disabled(next);
    }
    return stage > warnedAt
        ? new FailureResult.Failing(next, stage)
        : new FailureResult.Recorded(next);
  }

  private static int percent(Instant since, Instant at) {
    long part = Duration.between(since, at).toMillis() * ALL / GIVEN_UP_AFTER.toMillis();
    return (int) Math.min(part, ALL);
  }
}
