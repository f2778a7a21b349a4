package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rule of {@code outcome_rules}, which is edited as a text such as {@code claim 10}, or {@code
 * subject} for a hold that stands until its release; empty for no rule.
 */
final class OutcomeRule {
  private static final String SCOPE = "hold_on";
  private static final String DAYS = "days";
  private static final Pattern RULE = Pattern.compile("([a-z_]+)(?: +([0-9]{1,9}))?");

  /** The recommended rule for each outcome that can have one, in the order of the form. */
  static final Map<String, String> RECOMMENDED = recommended();

  private OutcomeRule() {}

  private static Map<String, String> recommended() {
    Map<String, String> rules = new LinkedHashMap<>();
    rules.put("wrong_number", "number");
    rules.put("deceased_reported", "subject");
    rules.put("represented", "subject");
    rules.put("insolvency_reported", "subject");
    rules.put("disputed", "claim");
    rules.put("payment_claimed", "claim 10");
    rules.put("payment_promised", "claim 3");
    rules.put("hardship_stated", "subject 30");
    rules.put("identity_not_confirmed", "number 30");
    return rules;
  }

  static List<Setting> settings() {
    return RECOMMENDED.keySet().stream()
        .map(code -> Setting.of("/outcome_rules/" + code, Setting.Kind.RULE))
        .toList();
  }

  static String format(JsonNode rule) {
    return (rule.path(SCOPE).asText("") + " " + rule.path(DAYS).asText("")).strip();
  }

  /** The JSON value of a text; null removes the rule, empty if the text is none. */
  static Optional<JsonNode> parse(String text) {
    if (text.isEmpty()) {
      return Optional.of(NullNode.getInstance());
    }
    Matcher parts = RULE.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    ObjectNode rule = Json.object().put(SCOPE, parts.group(1));
    String days = parts.group(2);
    rule.set(DAYS, days == null ? NullNode.getInstance() : IntNode.valueOf(Integer.parseInt(days)));
    return Optional.of(rule);
  }

  /** The rule in words. */
  static String describe(String text, Texts texts) {
    Matcher parts = RULE.matcher(text);
    if (!parts.matches()) {
      return text;
    }
    String scope = texts.value(SCOPE, parts.group(1));
    String days = parts.group(2);
    return days == null ? scope : scope + ", " + texts.get("duration.days", Integer.parseInt(days));
  }
}
