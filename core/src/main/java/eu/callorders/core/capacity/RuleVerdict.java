package eu.callorders.core.capacity;

import eu.callorders.core.wire.WireEnum;
import java.time.Instant;
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

  static RuleVerdict passed(DialRule rule, String message) {
    return passed(rule, Map.of(), message);
  }

  static RuleVerdict passed(DialRule rule, Map<String, Object> parameters, String message) {
    return new RuleVerdict(rule, Verdict.PASS, null, parameters, message);
  }

  static RuleVerdict waiting(DialRule rule, String message) {
    return waiting(rule, null, Map.of(), message);
  }

  static RuleVerdict waiting(
      DialRule rule, @Nullable Instant until, Map<String, Object> parameters, String message) {
    return new RuleVerdict(rule, Verdict.WAIT, until, parameters, message);
  }

  static RuleVerdict blocked(DialRule rule, String message) {
    return blocked(rule, Map.of(), message);
  }

  static RuleVerdict blocked(DialRule rule, Map<String, Object> parameters, String message) {
    return new RuleVerdict(rule, Verdict.BLOCK, null, parameters, message);
  }

  /** In ascending severity. */
  public enum Verdict implements WireEnum {
    PASS,
    WAIT,
    BLOCK
  }
}
