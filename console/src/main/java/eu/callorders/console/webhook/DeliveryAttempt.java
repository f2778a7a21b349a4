package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/**
 * One try to hand an event over.
 *
 * @param status what the endpoint answered; 0 when it did not
 * @param error short class of the failure; empty when there was none
 * @param millis how long it took
 */
record DeliveryAttempt(String at, int status, String error, long millis) {
  private static final int HUNDRED = 100;
  private static final int SUCCESS = 2;
  private static final int BRIEF = 40;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\p{Cf}]+");

  static DeliveryAttempt of(JsonNode json) {
    return new DeliveryAttempt(
        json.path("at").asText(),
        json.path("response_status").asInt(),
        brief(json.path("error").asText()).intern(),
        Math.max(0, json.path("duration_ms").asLong()));
  }

  /** A class of failures is a short word; whatever else comes has one line, and room for it. */
  private static String brief(String error) {
    String line = CONTROL.matcher(error).replaceAll(" ").strip();
    return line.length() <= BRIEF ? line : line.substring(0, BRIEF) + "…";
  }

  boolean succeeded() {
    return error.isEmpty() && status / HUNDRED == SUCCESS;
  }
}
