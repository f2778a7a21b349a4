package eu.callorders.console.steps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The steps of a sequence version, in order, optionally with the progress of an enrollment. */
public record SequenceSteps(List<StepState> steps) {
  private static final JsonNode NONE = MissingNode.getInstance();

  /** Steps without an enrollment. */
  public static SequenceSteps of(JsonNode version) {
    return new SequenceSteps(
        Json.list(
            version.path("steps"),
            step -> new StepState(step, StepProgress.NOT_STARTED, "", "", NONE)));
  }

  /**
   * Steps with the progress of an enrollment.
   *
   * @param orders of the enrollment, as far as readable
   * @param events of the enrollment, oldest first, as far as readable
   */
  public static SequenceSteps withProgress(
      JsonNode version, JsonNode enrollment, List<JsonNode> orders, List<JsonNode> events) {
    SequenceSteps plain = of(version);
    int current = plain.indexOf(enrollment.path("current_step_id").asText());
    if (current < 0) {
      return plain;
    }
    List<JsonNode> created = ordersOf(enrollment, orders);
    Map<String, String> startTimes = startTimes(events);
    List<StepState> states = new ArrayList<>();
    int order = 0; // each call step creates one order and completes with it
    for (int index = 0; index < plain.steps.size(); index++) {
      StepState state = plain.steps.get(index);
      StepProgress progress = progress(index, current, enrollment);
      boolean hasOrder = state.createsOrder() && index <= current && order < created.size();
      states.add(
          new StepState(
              state.step(),
              progress,
              startTimes.getOrDefault(state.id(), ""),
              progress == StepProgress.CURRENT ? enrollment.path("next_action_at").asText() : "",
              hasOrder ? created.get(order++) : NONE));
    }
    return new SequenceSteps(List.copyOf(states));
  }

  private int indexOf(String id) {
    return steps.stream().map(StepState::id).toList().indexOf(id);
  }

  private static StepProgress progress(int index, int current, JsonNode enrollment) {
    boolean hasEnded = enrollment.path("ended_at").isTextual();
    if (index < current) {
      return StepProgress.DONE;
    }
    if (index > current) {
      return hasEnded ? StepProgress.SKIPPED : StepProgress.PENDING;
    }
    if (hasEnded) {
      boolean completed = enrollment.path("status").asText().equals("completed");
      return completed && enrollment.path("exit_reason").isNull()
          ? StepProgress.DONE
          : StepProgress.STOPPED;
    }
    return enrollment.path("status").asText().equals("paused")
        ? StepProgress.PAUSED
        : StepProgress.CURRENT;
  }

  /** The orders of the enrollment, in the order of their creation. */
  private static List<JsonNode> ordersOf(JsonNode enrollment, List<JsonNode> orders) {
    Map<String, JsonNode> ordersById = new HashMap<>();
    orders.forEach(order -> ordersById.put(order.path("id").asText(), order));
    List<JsonNode> created = new ArrayList<>();
    for (JsonNode id : enrollment.path("call_order_ids")) {
      JsonNode order = ordersById.get(id.asText());
      created.add(Objects.requireNonNullElseGet(order, () -> Json.object().set("id", id)));
    }
    return created;
  }

  private static Map<String, String> startTimes(List<JsonNode> events) {
    Map<String, String> startTimes = new HashMap<>();
    for (JsonNode event : events) {
      if (event.path("type").asText().equals("enrollment.step_started")) {
        startTimes.putIfAbsent(
            event.path("data").path("current_step_id").asText(),
            event.path("occurred_at").asText());
      }
    }
    return startTimes;
  }
}
