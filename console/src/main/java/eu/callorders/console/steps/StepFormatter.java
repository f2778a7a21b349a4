package eu.callorders.console.steps;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.DurationFormatter;
import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Describes the effect of a step; unknown step types are listed as JSON members. */
public final class StepFormatter {
  private final Texts texts;
  private final DurationFormatter durations;

  public StepFormatter() {
    this(Texts.of(StepFormatter.class));
  }

  StepFormatter(Texts texts) {
    this.texts = texts;
    this.durations = new DurationFormatter(texts);
  }

  /** One line per property of the step. */
  List<String> describe(JsonNode step) {
    return switch (step.path("type").asText()) {
      case "wait" -> describeWait(step);
      case "create_order" -> describeOrder(step);
      default ->
          step.properties().stream()
              .filter(entry -> !entry.getKey().equals("id"))
              .map(StepFormatter::rawMember)
              .toList();
    };
  }

  private List<String> describeWait(JsonNode step) {
    List<String> lines = new ArrayList<>();
    String span = waitDuration(step.path("after"));
    if (!span.isEmpty()) {
      lines.add(texts.get("wait.after", span));
    }
    String date = step.path("until").path("date").asText();
    String time = step.path("until").path("local_time").asText();
    if (!date.isEmpty() || !time.isEmpty()) {
      String until = date.isEmpty() || time.isEmpty() ? date + time : date + ", " + time;
      lines.add(texts.get("wait.until", until));
    }
    String conditions = conditions(step.path("skip_remaining_if"));
    if (!conditions.isEmpty()) {
      lines.add(texts.get("wait.skip", conditions));
    }
    return lines;
  }

  private String waitDuration(JsonNode after) {
    String min = after.path("min").asText();
    String max = after.path("max").asText();
    if (min.isEmpty() || max.isEmpty()) {
      return min.isEmpty() && max.isEmpty() ? "" : durations.text(min + max);
    }
    return texts.get("span.between", durations.text(min), durations.text(max));
  }

  private List<String> describeOrder(JsonNode step) {
    List<String> lines = new ArrayList<>();
    lines.add(texts.get("order.type", step.path("order_type").asText()));
    JsonNode attempts = step.path("scheduling").path("max_attempts");
    if (attempts.isNumber()) {
      lines.add(texts.get("order.attempts", attempts.asInt()));
    }
    List<String> exits = new ArrayList<>();
    JsonNode when = step.path("exit_when");
    when.path("summary_codes")
        .forEach(code -> exits.add(texts.value("summary_code", code.asText())));
    when.path("reachability")
        .forEach(code -> exits.add(texts.value("reachability", code.asText())));
    if (!exits.isEmpty()) {
      lines.add(
          texts.get("order.exit", String.join(", ", exits), step.path("exit_reason").asText()));
    }
    return lines;
  }

  /** Conditions on one line; empty for none. */
  public String conditions(JsonNode conditions) {
    return String.join(", ", Json.list(conditions, this::condition));
  }

  private String condition(JsonNode condition) {
    String signal = condition.path("signal_type").asText();
    return signal.isEmpty()
        ? texts.value("condition", condition.path("type").asText())
        : texts.get("condition.signal", signal);
  }

  private static String rawMember(Map.Entry<String, JsonNode> entry) {
    JsonNode value = entry.getValue();
    return entry.getKey() + ": " + (value.isValueNode() ? value.asText() : value);
  }
}
