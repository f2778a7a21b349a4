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
 * @param warnedPercent the last reported stage of {@link #WARNING_PERCENTAGES}; 0 for none
 */
public record EndpointHealth(
    int consecutiveFailures,
    @Nullable Instant failingSince,
    boolean counting,
    int warnedPercent,
    @Nullable Instant lastSuccessAt,
    @Nullable Instant lastFailureAt) {
  public static final EndpointHealth NEW = new EndpointHealth(0, null, false, 0, null, null);

  /** Percentages of the five days at which the owner is warned. */
  public static final List<Integer> WARNING_PERCENTAGES = List.of(50, 70, 90);

  private static final Duration DISABLED_AFTER = Duration.ofDays(5);
  private static final Duration MIN_FAILURE_SPAN = Duration.ofHours(12);
  private static final int HUNDRED_PERCENT = 100;

  /** The effect of a failed attempt on an endpoint. */
  public sealed interface FailureResult {
    EndpointHealth health();

    record Recorded(EndpointHealth health) implements FailureResult {}

    record Failing(EndpointHealth health, int percent) implements FailureResult {}

    record Disabled(EndpointHealth health) implements FailureResult {}
  }

  public EndpointHealth afterSuccess(Instant at) {
    return new EndpointHealth(0, null, false, 0, at, lastFailureAt);
  }

  /** Resets the failure count; the times of the last success and failure remain. */
  public EndpointHealth afterEnabling() {
    return new EndpointHealth(0, null, false, 0, lastSuccessAt, lastFailureAt);
  }

  public FailureResult afterFailure(Instant at) {
    Instant since = failingSince == null ? at : failingSince;
    boolean counts = counting || !at.isBefore(since.plus(MIN_FAILURE_SPAN));
    int percent = counts ? percent(since, at) : 0;
    int stage =
        WARNING_PERCENTAGES.stream().filter(warning -> warning <= percent).reduce(0, Math::max);
    EndpointHealth next =
        new EndpointHealth(
            consecutiveFailures + 1,
            since,
            counts,
            Math.max(stage, warnedPercent),
            lastSuccessAt,
            at);
    if (percent >= HUNDRED_PERCENT) {
      return new FailureResult.Disabled(next);
    }
    return stage > warnedPercent
        ? new FailureResult.Failing(next, stage)
        : new FailureResult.Recorded(next);
  }

  private static int percent(Instant since, Instant at) {
    long part =
        Duration.between(since, at).toMillis() * HUNDRED_PERCENT / DISABLED_AFTER.toMillis();
    return (int) Math.min(part, HUNDRED_PERCENT);
  }
}
