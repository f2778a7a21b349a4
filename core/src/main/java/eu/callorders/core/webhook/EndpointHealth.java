package eu.callorders.core.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint has been doing. One that only fails is given up after five days; a success, or
 * being enabled again, starts all over.
 *
 * <p>The five days count from the first failure of the row, but only once a later one lies twelve
 * hours or more apart: a burst of failures in one bad hour says nothing about days.
 *
 * @param consecutiveFailures attempts since the last success
 * @param failingSince the first of them; null for none
 * @param counting whether the five days are counted already
 * @param warnedAt the last stage of {@link #WARNINGS} that was announced; 0 for none
 */
public record EndpointHealth(
    int consecutiveFailures,
    @Nullable Instant failingSince,
    boolean counting,
    int warnedAt,
    @Nullable Instant lastSuccessAt,
    @Nullable Instant lastFailureAt) {
  public static final EndpointHealth NEW = new EndpointHealth(0, null, false, 0, null, null);

  /** Percentages of the way to being disabled at which its owner is warned. */
  public static final List<Integer> WARNINGS = List.of(50, 70, 90);

  private static final Duration GIVEN_UP_AFTER = Duration.ofDays(5);
  private static final Duration APART = Duration.ofHours(12);
  private static final int ALL = 100;

  /** What an attempt means for an endpoint. */
  public sealed interface FailureResult {
    EndpointHealth health();

    /** Nothing to tell. */
    record Recorded(EndpointHealth health) implements FailureResult {}

    /** Its owner is to be warned. */
    record Failing(EndpointHealth health, int percent) implements FailureResult {}

    /** It is to be disabled. */
    record Disabled(EndpointHealth health) implements FailureResult {}
  }

  public EndpointHealth succeeded(Instant at) {
    return new EndpointHealth(0, null, false, 0, at, lastFailureAt);
  }

  /** The failure clock stands at zero; what was last seen stays. */
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
