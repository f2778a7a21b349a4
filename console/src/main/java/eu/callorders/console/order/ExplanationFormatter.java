package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why an order is where it is, in a sentence. */
final class ExplanationFormatter {
  private static final Pattern INSTANT = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z");

  private final Texts texts;
  private final TimestampFormatter times;

  ExplanationFormatter(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.times = times;
  }

  String sentence(JsonNode said) {
    if (isOver(JsonValues.text(said, "status"))) {
      return texts.get("explanation.over");
    }
    if (said.path("dialable").asBoolean()) {
      return texts.get("explanation.now");
    }
    String why = reason(said.path("rules"));
    String at = JsonValues.text(said, "next_possible_at");
    return at.isEmpty()
        ? texts.get("explanation.unknown", why)
        : texts.get("explanation.from", times.text(at), why);
  }

  private static boolean isOver(String status) {
    return switch (status) {
      case "completed", "expired", "canceled", "failed" -> true;
      default -> false;
    };
  }

  /** That of the rule that holds longest. */
  private String reason(JsonNode rules) {
    String latest = "";
    String why = "";
    for (JsonNode rule : rules) {
      String until = JsonValues.text(rule, "until");
      boolean holds = !JsonValues.text(rule, "verdict").equals("pass");
      if (holds && (why.isEmpty() || until.compareTo(latest) > 0)) {
        latest = until;
        why = JsonValues.text(rule, "message");
      }
    }
    return readable(why);
  }

  /** The service writes instants as protocols do; people read them otherwise. */
  String readable(String message) {
    return INSTANT
        .matcher(message)
        .replaceAll(found -> Matcher.quoteReplacement(times.text(found.group())));
  }
}
