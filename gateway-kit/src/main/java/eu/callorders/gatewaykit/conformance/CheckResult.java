package eu.callorders.gatewaykit.conformance;

import java.util.List;

public sealed interface CheckResult {

  record Passed() implements CheckResult {}

  /**
   * A value differs from the expected one.
   *
   * @param numbers the dialed ones
   * @param what the checked value, such as {@code placing answers}
   */
  record Failed(List<String> numbers, String what, String expected, String actual)
      implements CheckResult {}

  record Skipped(String why) implements CheckResult {}
}
