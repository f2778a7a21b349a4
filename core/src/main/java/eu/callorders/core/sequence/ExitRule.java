package eu.callorders.core.sequence;

import java.util.Set;

/**
 * Results of a step's order that end the enrollment. The values are those of the wire, since
 * clients may name ones that are not known yet.
 *
 * @param reason recorded word for word
 */
public record ExitRule(Set<String> summaryCodes, Set<String> reachability, String reason) {
  public ExitRule {
    summaryCodes = Set.copyOf(summaryCodes);
    reachability = Set.copyOf(reachability);
  }

  boolean matches(String summaryCode, String reached) {
    return summaryCodes.contains(summaryCode) || reachability.contains(reached);
  }
}
