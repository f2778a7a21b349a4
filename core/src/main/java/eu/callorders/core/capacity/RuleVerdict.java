package eu.callorders.core.capacity;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The verdict of one rule on a dial.
 *
 * @param until when the rule will pass; null unless it waits, and while that instant is unknown
 * @param parameters the facts behind the verdict, without personal data: strings, numbers,
 *     booleans, instants, dates, durations, and lists and maps of these
 * @param message one sentence for an operator, without personal data
 */
public record RuleVerdict(
    DialRule rule,
    Verdict verdict,
    @Nullable Instant until,
    Map<String, Object> parameters,
    String message) {

  public RuleVerdict {
    parameters = Map.copyOf(parameters);
  }

  /** In ascending severity. */
  public enum Verdict {
    PASS,
    WAIT,
    BLOCK;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
