package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Formats the status, facts and history of an enrollment. */
final class EnrollmentFormatter {
  private static final String SKIPPED = "skipped:";

  private final Texts texts;
  private final TimestampFormatter timestamps;

  EnrollmentFormatter(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.timestamps = times;
  }

  /** What it waits for, or how it ended. */
  String describeStatus(JsonNode enrollment) {
    String step = text(enrollment, "current_step_id");
    String next = timestamps.text(text(enrollment, "next_action_at"));
    if (enrollment.path("ended_at").isTextual()) {
      String reason = describeReason(text(enrollment, "exit_reason"));
      String status = texts.value("status", text(enrollment, "status"));
      String at = timestamps.text(text(enrollment, "ended_at"));
      return reason.isEmpty()
          ? texts.get("standing.ended", status, at)
          : texts.get("standing.ended_because", status, at, reason);
    }
    if (text(enrollment, "status").equals("paused")) {
      return texts.get("standing.paused", step);
    }
    return next.isEmpty()
        ? texts.get("standing.order", step)
        : texts.get("standing.next", next, step);
  }

  void showFacts(Facts facts, JsonNode enrollment) {
    facts.clear();
    facts.add(texts.get("column.subject"), text(enrollment, "subject_reference"));
    facts.add(
        texts.get("column.sequence"),
        text(enrollment, "sequence_key") + "  ·  v" + text(enrollment, "sequence_version"));
    facts.add(texts.get("column.sequence_id"), text(enrollment, "sequence_id"));
    facts.add(texts.get("signal"), text(enrollment, "triggered_by_signal_id"));
    facts.add(texts.get("column.created_at"), timestamps.text(text(enrollment, "created_at")));
    facts.add(texts.get("column.ended_at"), timestamps.text(text(enrollment, "ended_at")));
    facts.addText(texts.get("column.exit_reason"), describeReason(text(enrollment, "exit_reason")));
    for (Map.Entry<String, JsonNode> entry : enrollment.path("metadata").properties()) {
      facts.add(entry.getKey(), entry.getValue().asText());
    }
  }

  /** Its events, oldest first. */
  void showHistory(Facts facts, Iterable<JsonNode> events) {
    facts.clear();
    for (JsonNode event : events) {
      String type = text(event, "type");
      if (type.startsWith("enrollment.")) {
        String step = text(event.path("data"), "current_step_id");
        String at = timestamps.text(text(event, "occurred_at"));
        facts.add(
            texts.value("event", type),
            type.equals("enrollment.step_started") ? at + "  ·  " + step : at);
      }
    }
  }

  /** Translates an exit reason; reasons defined by a sequence stay unchanged. */
  String describeReason(String reason) {
    if (reason.startsWith(SKIPPED)) {
      return texts.get("skipped", describeReason(reason.substring(SKIPPED.length()).strip()));
    }
    return Stream.of("reason.", "condition.")
        .map(registry -> registry + reason)
        .filter(texts.bundle()::containsKey)
        .map(key -> capitalize(texts.get(key)))
        .findFirst()
        .orElse(reason);
  }

  private static String capitalize(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private static String text(JsonNode json, String member) {
    return json.path(member).asText("");
  }
}
