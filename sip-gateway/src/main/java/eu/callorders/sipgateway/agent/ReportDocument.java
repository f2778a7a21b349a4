package eu.callorders.sipgateway.agent;

import eu.callorders.core.call.Reachability;
import eu.callorders.core.call.SummaryCode;
import java.util.LinkedHashMap;
import java.util.Map;

/** The report of a conversation, in the shape of the gateway protocol. */
public final class ReportDocument {
  private ReportDocument() {}

  /**
   * Writes the report.
   *
   * @param disclosed whether the disclosure was spoken to its end
   * @param language {@code de} or {@code en}
   */
  public static Map<String, Object> of(KeypadOutcome outcome, boolean disclosed, String language) {
    SummaryCode.Defaults defaults = outcome.summary().defaults();
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("summary_code", outcome.summary().wire());
    report.put("reachability", reachability(outcome, defaults));
    report.put("engagement", defaults.engagement().wire());
    report.put("identity_confirmed", outcome.identityConfirmed());
    report.put("ai_disclosed", disclosed);
    report.put("language", language);
    report.put("findings", outcome.findings());
    return report;
  }

  /** Without an identity it is an unidentified person, whatever was said; with it, the subject. */
  private static String reachability(KeypadOutcome outcome, SummaryCode.Defaults defaults) {
    if (outcome.identityConfirmed()) {
      return Reachability.SUBJECT_REACHED.wire();
    }
    return defaults.reachability() == Reachability.SUBJECT_REACHED
        ? Reachability.PERSON_UNIDENTIFIED.wire()
        : defaults.reachability().wire();
  }
}
