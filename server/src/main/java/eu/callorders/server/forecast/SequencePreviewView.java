package eu.callorders.server.forecast;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.forecast.DryRunPath;
import eu.callorders.core.forecast.DryRunStep;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;

/** The contract's representation of a simulated sequence. */
final class SequencePreviewView {
  private final ForecastSubject subject;
  private final JsonNode steps;

  private SequencePreviewView(ForecastSubject subject, JsonNode steps) {
    this.subject = subject;
    this.steps = steps;
  }

  /**
   * @param steps the steps in API format
   * @param closed days without calls, with the names of holidays
   */
  static ObjectNode of(
      ForecastSubject subject,
      JsonNode steps,
      Instant from,
      DryRunPath earliest,
      DryRunPath latest,
      Map<LocalDate, String> closed) {
    SequencePreviewView view = new SequencePreviewView(subject, steps);
    ObjectNode json =
        Json.object().put("from", Timestamps.format(from)).put("timezone", subject.zone().getId());
    json.set("earliest", view.run(earliest));
    json.set("latest", view.run(latest));
    ArrayNode days = json.putArray("closed_days");
    closed.forEach((day, holiday) -> days.add(closedDay(day, holiday)));
    return json;
  }

  private static ObjectNode closedDay(LocalDate day, String holiday) {
    ObjectNode json = Json.object().put("date", day.toString());
    return holiday.isEmpty() ? json : json.put("holiday", holiday);
  }

  private ObjectNode run(DryRunPath path) {
    ObjectNode json = Json.object();
    ArrayNode run = json.putArray("steps");
    path.steps().forEach(step -> run.add(step(step)));
    return json.put("ended_at", Timestamps.format(path.endedAt()));
  }

  private ObjectNode step(DryRunStep step) {
    JsonNode definition = steps.path(step.step());
    ObjectNode json =
        Json.object()
            .put("id", definition.path("id").asText())
            .put("type", definition.path("type").asText())
            .put("started_at", Timestamps.format(step.startedAt()))
            .put("ended_at", Timestamps.format(step.endedAt()));
    return switch (step) {
      case DryRunStep.Waiting waiting -> json.put("due_at", Timestamps.format(waiting.dueAt()));
      case DryRunStep.Calls calls -> {
        json.put("order_type_active", subject.isTypeActive(definition))
            .put("max_attempts", calls.maxAttempts());
        ArrayNode dials = json.putArray("dials");
        calls.dials().forEach(dial -> dials.add(dial(dial)));
        yield json;
      }
    };
  }

  private static ObjectNode dial(DryRunStep.Dial dial) {
    return Json.object()
        .put("at", Timestamps.format(dial.at()))
        .put("permitted_from", Timestamps.format(dial.permitted().from()))
        .put("permitted_to", Timestamps.format(dial.permitted().to()));
  }
}
