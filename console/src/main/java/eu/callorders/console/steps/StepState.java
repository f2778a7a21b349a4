package eu.callorders.console.steps;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A step of a ladder.
 *
 * @param step as the sequence has it
 * @param began timestamp, empty when it has not begun or nobody told
 * @param next timestamp of the next wake-up, empty where there is none, as for who is paused
 * @param order the one that it made, with nothing but its identifier perhaps; missing without one
 */
public record StepState(
    JsonNode step, StepProgress progress, String began, String next, JsonNode order) {
  public String id() {
    return step.path("id").asText();
  }

  public String type() {
    return step.path("type").asText();
  }

  boolean makesAnOrder() {
    return type().equals("create_order");
  }
}
