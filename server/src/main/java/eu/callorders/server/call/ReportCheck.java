package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.server.json.Json;
import java.time.DateTimeException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Validates the agent's untrusted report. An invalid report is not repaired: the conversation then
 * has no outcome.
 */
public final class ReportCheck {
  private static final int MAX_TEXT = 500;
  private static final int MAX_NAME = 64;

  /** Of a language tag; RFC 5646, section 4.4.1. */
  private static final int MAX_TAG = 35;

  private static final Pattern AMOUNT = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,2})?");
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern GROUND = Pattern.compile("[a-z0-9_]{1,64}");
  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

  private ReportCheck() {}

  /** Parses a report; empty when it is invalid. Null members count as absent. */
  public static Optional<AgentReport> check(Map<String, Object> document) {
    JsonNode json = Json.mapper().valueToTree(document);
    try {
      return isValid(json) ? Optional.of(AgentReport.read(sanitize(json))) : Optional.empty();
    } catch (DateTimeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Removes the suppression, which the agent must not set, and account and card numbers. */
  private static JsonNode sanitize(JsonNode json) {
    if (json.at("/findings/objection") instanceof ObjectNode objection) {
      objection.remove("suppression_id");
    }
    if (json.at("/findings/dispute") instanceof ObjectNode dispute) {
      moveTextOfGround(dispute);
    }
    return ReportRedaction.redact(json);
  }

  /** Moves free text from the ground, a code that events show, to the statement. */
  private static void moveTextOfGround(ObjectNode dispute) {
    String ground = dispute.path("ground").asText("");
    boolean isCode =
        GROUND.matcher(ground).matches() && TextRedaction.redact(ground).spans().isEmpty();
    if (isCode || !dispute.hasNonNull("ground")) {
      return;
    }
    String statement = dispute.path("statement").asText("");
    String both = statement.isBlank() ? ground : statement + " " + ground;
    dispute.put("ground", "other");
    if (!both.isBlank()) {
      String redacted = TextRedaction.redact(both).text();
      int end = Math.min(MAX_TEXT, length(redacted));
      dispute.put("statement", redacted.substring(0, redacted.offsetByCodePoints(0, end)));
    }
  }

  private static boolean isValid(JsonNode json) {
    return SummaryCode.of(json.path("summary_code").asText())
            .filter(SummaryCode::isConversation)
            .isPresent()
        && textOrAbsent(json, "reachability", MAX_NAME)
        && textOrAbsent(json, "engagement", MAX_NAME)
        && textOrAbsent(json, "language", MAX_TAG)
        && textOrAbsent(json, "summary", MAX_TEXT)
        && booleanOrAbsent(json, "identity_confirmed")
        && booleanOrAbsent(json, "ai_disclosed")
        && objectOrAbsent(json, "findings")
        && areFindingsValid(json.path("findings"));
  }

  private static boolean areFindingsValid(JsonNode findings) {
    JsonNode wishes = findings.path("wishes");
    return objectOrAbsent(findings, "payment_promise", "wishes", "payment_claim", "dispute")
        && objectOrAbsent(findings, "callback", "objection")
        && objectOrAbsent(wishes, "installments", "settlement")
        && booleanOrAbsent(wishes, "binding")
        && !wishes.path("binding").asBoolean()
        && textOrAbsent(wishes.path("installments"), "interval", MAX_NAME)
        && textOrAbsent(findings.path("dispute"), "ground", Integer.MAX_VALUE)
        && textOrAbsent(findings.path("dispute"), "statement", MAX_TEXT)
        && findings.at("/objection/scope").asText("voice").equals("voice")
        && amounts(findings).allMatch(ReportCheck::isMoney)
        && dates(findings).allMatch(date -> DATE.matcher(date.asText()).matches());
  }

  /** Years of more than four digits are none of the contract. */
  private static Stream<JsonNode> dates(JsonNode findings) {
    return Stream.of("on", "paid_on", "first_on", "pay_by")
        .flatMap(member -> findings.findValues(member).stream())
        .filter(date -> !date.isNull());
  }

  private static Stream<JsonNode> amounts(JsonNode findings) {
    return findings.findValues("amount").stream().filter(amount -> !amount.isNull());
  }

  private static boolean isMoney(JsonNode amount) {
    return amount.path("value").isTextual()
        && AMOUNT.matcher(amount.path("value").asText()).matches()
        && CURRENCY.matcher(amount.path("currency").asText()).matches();
  }

  private static boolean objectOrAbsent(JsonNode json, String... members) {
    for (String member : members) {
      if (json.hasNonNull(member) && !json.get(member).isObject()) {
        return false;
      }
    }
    return true;
  }

  private static boolean textOrAbsent(JsonNode json, String member, int longest) {
    return !json.hasNonNull(member)
        || (json.get(member).isTextual() && length(json.get(member).asText()) <= longest);
  }

  /** In code points, as the contract's schemas count. */
  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static boolean booleanOrAbsent(JsonNode json, String member) {
    return !json.hasNonNull(member) || json.get(member).isBoolean();
  }
}
