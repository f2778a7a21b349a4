package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;

/** Formats the explanation of an order: the cause that decides, and when the order is dialed. */
final class ExplanationFormatter {
  private static final String UNTIL = "until";
  private static final String VERDICT = "verdict";

  private final Texts texts;
  private final TimestampFormatter timestamps;
  private final RuleFormatter rules;

  ExplanationFormatter(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.timestamps = times;
    this.rules = new RuleFormatter(texts, times);
  }

  String format(JsonNode explanation) {
    String status = JsonValues.text(explanation, "status");
    if (OrderDetail.hasEnded(status)) {
      return texts.get("explanation.over");
    }
    if (explanation.path("dialable").asBoolean()) {
      return texts.get("explanation.now");
    }
    JsonNode deciding = decidingRule(explanation.path("rules"));
    String cause = describe(deciding, explanation);
    boolean running = status.equals("dialing") || status.equals("in_progress");
    return running ? cause : (cause + " " + consequence(explanation, deciding)).strip();
  }

  /** The first rule that does not pass: the service lists the deciding one first. */
  private static JsonNode decidingRule(JsonNode rules) {
    for (JsonNode rule : rules) {
      if (!JsonValues.text(rule, VERDICT).equals("pass")) {
        return rule;
      }
    }
    return MissingNode.getInstance();
  }

  private String consequence(JsonNode explanation, JsonNode deciding) {
    String next = timestamps.text(JsonValues.text(explanation, "next_possible_at"));
    String until = timestamps.text(JsonValues.text(deciding, UNTIL));
    if (!next.isEmpty()) {
      return until.isEmpty() || until.equals(next)
          ? texts.get("explanation.from", next)
          : texts.get("explanation.from_opening", until, next);
    }
    if (!until.isEmpty()) {
      return texts.get("explanation.too_late", until);
    }
    boolean blocked = JsonValues.text(deciding, VERDICT).equals("block");
    return texts.get(blocked ? "explanation.never" : "explanation.unknown");
  }

  /** Describes one of the explanation's rules. */
  String describe(JsonNode rule, JsonNode explanation) {
    return rules.format(rule, JsonValues.text(explanation, "now"));
  }
}
