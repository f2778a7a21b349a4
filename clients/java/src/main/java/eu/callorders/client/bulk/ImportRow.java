package eu.callorders.client.bulk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * A row of a file of orders.
 *
 * @param number from 1, without the header
 * @param line on which it begins, from 1; 0 when unknown
 * @param body of the order; null when the row cannot be read
 * @param fault why it cannot be read or breaks the contract; null when it is valid
 */
public record ImportRow(int number, int line, @Nullable ObjectNode body, @Nullable RowFault fault) {

  public static ImportRow of(int number, int line, ObjectNode body) {
    return new ImportRow(number, line, body, null);
  }

  public static ImportRow unreadable(int number, int line, RowFault fault) {
    return new ImportRow(number, line, null, fault);
  }

  /** The reference of the row's own; null without one. */
  @Nullable String reference() {
    return body == null ? null : body.path("client_reference").asText(null);
  }
}
