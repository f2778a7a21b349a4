package eu.callorders.core.capacity;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What one rule says of a dial.
 *
 * @param until when the rule will pass; null unless it waits, and for what ends at no known instant
 * @param message one sentence for an operator, without personal data
 */
public record RuleVerdict(DialRule rule, Verdict verdict, @Nullable Instant until, String message) {

  /** Worse from left to right. */
  public enum Verdict {
    PASS,
    WAIT,
    BLOCK;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
