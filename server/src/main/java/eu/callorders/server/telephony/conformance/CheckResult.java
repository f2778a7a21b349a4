package eu.callorders.server.telephony.conformance;

import java.util.List;

/** What came of trying a promise. */
public sealed interface CheckResult {

  record Passed() implements CheckResult {}

  /**
   * The gateway did something else.
   *
   * @param numbers those dialed
   * @param what was looked at, such as {@code placing answers}
   */
  record Failed(List<String> numbers, String what, String expected, String actual)
      implements CheckResult {}

  /** It could not be tried. */
  record Skipped(String why) implements CheckResult {}
}
