package eu.callorders.core.sequence;

import java.util.Set;

/**
 * Results of a step's order that end the enrollment. Values are wire strings, since clients may
 * name ones that are not known yet.
 *
 * @param reason recorded verbatim
 */
public record ExitRule(Set<String> summaryCodes, Set<String> reachability, String reason) {
  public ExitRule {
    summaryCodes = Set.copyOf(summaryCodes);
    reachability = Set.copyOf(reachability);
  }

  boolean matches(String summaryCode, String orderReachability) {
    return summaryCodes.contains(summaryCode) || reachability.contains(orderReachability);
  }
}
