package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.server.http.Json;
import java.time.DateTimeException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks what an agent reports: it is never trusted. A report that does not hold is not repaired;
 * the conversation then counts as one without an outcome.
 */
public final class ReportCheck {
  private static final int LONGEST_SUMMARY = 500;
  private static final int LONGEST_TEXT = 500;
  private static final Pattern AMOUNT = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,2})?");
  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

  private ReportCheck() {}

  /** The report in that document; empty when it does not hold. */
  public static Optional<AgentReport> check(Map<String, Object> document) {
    JsonNode json = Json.mapper().valueToTree(document);
    try {
      return holds(json) ? Optional.of(AgentReport.read(json)) : Optional.empty();
    } catch (DateTimeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean holds(JsonNode json) {
    return SummaryCode.of(json.path("summary_code").asText())
            .filter(SummaryCode::spoken)
            .isPresent()
        && textOrAbsent(json, "reachability", LONGEST_TEXT)
        && textOrAbsent(json, "engagement", LONGEST_TEXT)
        && textOrAbsent(json, "language", LONGEST_TEXT)
        && textOrAbsent(json, "summary", LONGEST_SUMMARY)
        && booleanOrAbsent(json, "identity_confirmed")
        && booleanOrAbsent(json, "ai_disclosed")
        && findingsHold(json.path("findings"));
  }

  private static boolean findingsHold(JsonNode findings) {
    if (findings.isMissingNode()) {
      return true;
    }
    return findings.isObject()
        && objectOrAbsent(findings, "payment_promise", "wishes", "payment_claim", "dispute")
        && objectOrAbsent(findings, "callback", "objection")
        && objectOrAbsent(findings.path("wishes"), "installments", "settlement")
        && textOrAbsent(findings.path("dispute"), "ground", LONGEST_TEXT)
        && textOrAbsent(findings.path("dispute"), "statement", LONGEST_TEXT)
        && amounts(findings).allMatch(ReportCheck::isMoney);
  }

  private static Stream<JsonNode> amounts(JsonNode findings) {
    return findings.findValues("amount").stream();
  }

  private static boolean isMoney(JsonNode amount) {
    return amount instanceof ObjectNode
        && AMOUNT.matcher(amount.path("value").asText()).matches()
        && CURRENCY.matcher(amount.path("currency").asText()).matches();
  }

  private static boolean objectOrAbsent(JsonNode json, String... members) {
    for (String member : members) {
      if (json.has(member) && !json.get(member).isObject()) {
        return false;
      }
    }
    return true;
  }

  private static boolean textOrAbsent(JsonNode json, String member, int longest) {
    return !json.has(member)
        || (json.get(member).isTextual() && json.get(member).asText().length() <= longest);
  }

  private static boolean booleanOrAbsent(JsonNode json, String member) {
    return !json.has(member) || json.get(member).isBoolean();
  }
}
