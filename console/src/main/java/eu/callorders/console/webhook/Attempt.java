package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One try to hand an event over.
 *
 * @param status what the endpoint answered; 0 when it did not
 * @param error short class of the failure; empty when there was none
 * @param millis how long it took
 */
record Attempt(String at, int status, String error, long millis) {
  private static final int HUNDRED = 100;
  private static final int SUCCESS = 2;

  static Attempt of(JsonNode json) {
    return new Attempt(
        json.path("at").asText(),
        json.path("response_status").asInt(),
        json.path("error").asText().intern(),
        json.path("duration_ms").asLong());
  }

  boolean succeeded() {
    return error.isEmpty() && status / HUNDRED == SUCCESS;
  }
}
