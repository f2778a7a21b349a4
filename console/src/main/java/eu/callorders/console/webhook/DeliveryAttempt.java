package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/**
 * An attempt to deliver an event.
 *
 * @param status HTTP status; 0 without a response
 * @param error failure class; empty on success
 * @param millis duration
 */
record DeliveryAttempt(String at, int status, String error, long millis) {
  private static final int HUNDRED = 100;
  private static final int SUCCESS = 2;
  private static final int MAX_ERROR_LENGTH = 40;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\p{Cf}]+");

  static DeliveryAttempt of(JsonNode json) {
    return new DeliveryAttempt(
        json.path("at").asText(),
        json.path("response_status").asInt(),
        singleLine(json.path("error").asText()).intern(),
        Math.max(0, json.path("duration_ms").asLong()));
  }

  /** The error is a short class name; any other text is cut to one short line. */
  private static String singleLine(String error) {
    String line = CONTROL.matcher(error).replaceAll(" ").strip();
    return line.length() <= MAX_ERROR_LENGTH ? line : line.substring(0, MAX_ERROR_LENGTH) + "…";
  }

  boolean succeeded() {
    return error.isEmpty() && status / HUNDRED == SUCCESS;
  }
}
