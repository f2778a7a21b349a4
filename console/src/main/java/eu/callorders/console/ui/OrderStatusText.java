package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The status, with the hold on it, and the outcome of an order in words.
 *
 * @param outcome empty without a result, and when it is the word of the status
 */
public record OrderStatusText(String status, String outcome) {

  public static OrderStatusText of(Texts texts, JsonNode order) {
    String word = texts.value("status", order.path("status").asText(""));
    String status = StatusStyle.isHeld(order) ? texts.get("order.held", word) : word;
    String outcome =
        texts.value("summary_code", order.path("result").path("summary_code").asText(""));
    return new OrderStatusText(status, outcome.equals(status) ? "" : outcome);
  }
}
