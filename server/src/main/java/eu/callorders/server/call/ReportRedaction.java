package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * Blanks account and card numbers in an agent's report that has been checked. Every text counts as
 * free, whatever it is called, except for members whose values are checked to be codes, amounts,
 * dates or identifiers.
 */
final class ReportRedaction {
  private static final Set<String> CHECKED =
      Set.of(
          "summary_code",
          "reachability",
          "engagement",
          "value",
          "currency",
          "on",
          "paid_on",
          "first_on",
          "pay_by",
          "from",
          "to",
          "scope",
          "suppression_id");

  private ReportRedaction() {}

  /** The report, blanked. */
  static JsonNode of(JsonNode report) {
    return TreeRedaction.of(report, CHECKED);
  }
}
