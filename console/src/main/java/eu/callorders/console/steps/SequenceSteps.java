package eu.callorders.console.steps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The steps of one version of a sequence, the first one on top. */
public record SequenceSteps(List<StepState> rungs) {
  private static final JsonNode NONE = MissingNode.getInstance();

  /** With nobody on it. */
  public static SequenceSteps of(JsonNode version) {
    List<StepState> rungs = new ArrayList<>();
    for (JsonNode step : version.path("steps")) {
      rungs.add(new StepState(step, StepProgress.NOBODY, "", "", NONE));
    }
    return new SequenceSteps(List.copyOf(rungs));
  }

  /**
   * With that enrollment on it.
   *
   * @param orders those of the enrollment, as far as they could be read
   * @param events those of the enrollment, oldest first, as far as they could be read
   */
  public static SequenceSteps climbed(
      JsonNode version, JsonNode enrollment, List<JsonNode> orders, List<JsonNode> events) {
    SequenceSteps bare = of(version);
    int current = bare.place(enrollment.path("current_step_id").asText());
    if (current < 0) {
      return bare;
    }
    List<JsonNode> made = made(enrollment, orders);
    Map<String, String> began = began(events);
    List<StepState> rungs = new ArrayList<>();
    int order = 0; // a call makes one order and goes on only when that is over
    for (int place = 0; place < bare.rungs.size(); place++) {
      StepState rung = bare.rungs.get(place);
      StepProgress progress = progress(place, current, enrollment);
      boolean has = rung.makesAnOrder() && place <= current && order < made.size();
      rungs.add(
          new StepState(
              rung.step(),
              progress,
              began.getOrDefault(rung.id(), ""),
              progress == StepProgress.CURRENT ? enrollment.path("next_action_at").asText() : "",
              has ? made.get(order++) : NONE));
    }
    return new SequenceSteps(List.copyOf(rungs));
  }

  private int place(String id) {
    return rungs.stream().map(StepState::id).toList().indexOf(id);
  }

  private static StepProgress progress(int place, int current, JsonNode enrollment) {
    boolean over = enrollment.path("ended_at").isTextual();
    if (place < current) {
      return StepProgress.DONE;
    }
    if (place > current) {
      return over ? StepProgress.LEFT_OUT : StepProgress.AHEAD;
    }
    if (over) {
      boolean climbed = enrollment.path("status").asText().equals("completed");
      return climbed && enrollment.path("exit_reason").isNull()
          ? StepProgress.DONE
          : StepProgress.STOPPED;
    }
    return enrollment.path("status").asText().equals("paused")
        ? StepProgress.PAUSED
        : StepProgress.CURRENT;
  }

  /** In the order in which the enrollment made them. */
  private static List<JsonNode> made(JsonNode enrollment, List<JsonNode> orders) {
    Map<String, JsonNode> known = new HashMap<>();
    orders.forEach(order -> known.put(order.path("id").asText(), order));
    List<JsonNode> made = new ArrayList<>();
    for (JsonNode id : enrollment.path("call_order_ids")) {
      JsonNode order = known.get(id.asText());
      made.add(Objects.requireNonNullElseGet(order, () -> Json.object().set("id", id)));
    }
    return made;
  }

  private static Map<String, String> began(List<JsonNode> events) {
    Map<String, String> began = new HashMap<>();
    for (JsonNode event : events) {
      if (event.path("type").asText().equals("enrollment.step_started")) {
        began.putIfAbsent(
            event.path("data").path("current_step_id").asText(),
            event.path("occurred_at").asText());
      }
    }
    return began;
  }
}
