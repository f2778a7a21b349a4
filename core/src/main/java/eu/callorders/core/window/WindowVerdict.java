package eu.callorders.core.window;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The verdict of one rule on one instant.
 *
 * @param at the instant
 * @param opensAt the first instant from {@code at} on that this rule permits; null when there is
 *     none within the search's horizon
 * @param source the rule with its version, as in {@link DayHours#source}
 * @param zone of the local time; null for the order's bounds
 * @param parameters the facts behind the verdict, as in {@code RuleVerdict}: of hours {@code zone},
 *     {@code date}, {@code hours} and, if there is one, {@code holiday}; of the order's end {@code
 *     expires_at}
 * @param message one sentence for an operator, without personal data
 */
public record WindowVerdict(
    Instant at,
    @Nullable Instant opensAt,
    WindowRule rule,
    String source,
    @Nullable ZoneId zone,
    Map<String, Object> parameters,
    String message) {

  public WindowVerdict {
    parameters = Map.copyOf(parameters);
  }

  public boolean permits() {
    return at.equals(opensAt);
  }
}
