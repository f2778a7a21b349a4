package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The status and the outcome of an order in words.
 *
 * @param outcome empty without a result, and when it is the word of the status
 */
public record OrderStatusText(String status, String outcome) {

  public static OrderStatusText of(Texts texts, JsonNode order) {
    String status = status(texts, order.path("status").asText(""), StatusStyle.isHeld(order));
    String outcome =
        texts.value("summary_code", order.path("result").path("summary_code").asText(""));
    return new OrderStatusText(status, outcome.equals(status) ? "" : outcome);
  }

  /** The status, and that a hold stands on the order. */
  public static String status(Texts texts, String status, boolean isHeld) {
    String text = texts.value("status", status);
    return isHeld ? texts.get("order.held", text) : text;
  }
}
