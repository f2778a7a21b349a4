package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;

/** Says when a hold ends by itself, or that it does not. */
public final class HoldEndFormatter {
  private HoldEndFormatter() {}

  public static String format(Texts texts, TimestampFormatter timestamps, JsonNode hold) {
    String until = timestamps.text(hold.path("until").asText(""));
    return until.isEmpty() ? texts.get("hold.released") : texts.get("hold.until", until);
  }
}
