package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;

/** The facts of a call, as the API shows it. */
record CallFacts(Texts texts, TimestampFormatter times) {
  String attemptTitle(JsonNode call) {
    return texts.get("attempt", call.path("attempt").asInt());
  }

  List<Fact> forCall(JsonNode call) {
    return List.of(
        time("call.started", call, "started_at"),
        time("call.answered", call, "answered_at"),
        time("call.ended", call, "ended_at"),
        Fact.of(texts.get("call.duration"), duration(call.path("duration_seconds"))),
        Fact.of(texts.get("call.from"), JsonValues.text(call, "from_number")),
        Fact.prose(texts.get("call.report"), JsonValues.text(call, "report", "summary")));
  }

  private Fact time(String key, JsonNode call, String member) {
    return Fact.of(texts.get(key), times.text(JsonValues.text(call, member)));
  }

  private static String duration(JsonNode seconds) {
    int total = seconds.asInt();
    return seconds.isNumber() ? "%d:%02d".formatted(total / 60, total % 60) : "";
  }
}
