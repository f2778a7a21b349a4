package eu.callorders.console.steps;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A step with the progress of an enrollment.
 *
 * @param step as the sequence defines it
 * @param startedAt timestamp; empty when not begun or unknown
 * @param nextActionAt timestamp of the next action; empty for none, as when paused
 * @param order created by the step, possibly with its identifier only; missing for none
 */
public record StepState(
    JsonNode step, StepProgress progress, String startedAt, String nextActionAt, JsonNode order) {
  public String id() {
    return step.path("id").asText();
  }

  public String type() {
    return step.path("type").asText();
  }

  boolean createsOrder() {
    return type().equals("create_order");
  }
}
