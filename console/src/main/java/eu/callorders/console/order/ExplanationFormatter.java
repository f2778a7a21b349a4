package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats the explanation of an order as one sentence. */
final class ExplanationFormatter {
  private static final Pattern INSTANT = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z");

  private final Texts texts;
  private final TimestampFormatter timestamps;

  ExplanationFormatter(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.timestamps = times;
  }

  String format(JsonNode explanation) {
    if (hasEnded(JsonValues.text(explanation, "status"))) {
      return texts.get("explanation.over");
    }
    if (explanation.path("dialable").asBoolean()) {
      return texts.get("explanation.now");
    }
    String reason = blockingReason(explanation.path("rules"));
    String nextPossibleAt = JsonValues.text(explanation, "next_possible_at");
    return nextPossibleAt.isEmpty()
        ? texts.get("explanation.unknown", reason)
        : texts.get("explanation.from", timestamps.text(nextPossibleAt), reason);
  }

  private static boolean hasEnded(String status) {
    return switch (status) {
      case "completed", "expired", "canceled", "failed" -> true;
      default -> false;
    };
  }

  /** The message of the rule that blocks longest. */
  private String blockingReason(JsonNode rules) {
    String latest = "";
    String message = "";
    for (JsonNode rule : rules) {
      String until = JsonValues.text(rule, "until");
      boolean blocks = !JsonValues.text(rule, "verdict").equals("pass");
      if (blocks && (message.isEmpty() || until.compareTo(latest) > 0)) {
        latest = until;
        message = JsonValues.text(rule, "message");
      }
    }
    return formatInstants(message);
  }

  /** Replaces ISO instants by local times. */
  String formatInstants(String message) {
    return INSTANT
        .matcher(message)
        .replaceAll(found -> Matcher.quoteReplacement(timestamps.text(found.group())));
  }
}
