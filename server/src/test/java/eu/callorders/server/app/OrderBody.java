package eu.callorders.server.app;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;

/** A valid order body, modified member by member. */
public record OrderBody(ObjectNode json) {

  static OrderBody of(String reference, String phone) {
    ObjectNode json =
        Api.json(
            """
            {"order_type": "payment_reminder",
             "subject": {"reference": "", "name": {"family_name": "Mustermann"}},
             "contacts": [{"channel": "phone", "value": ""}],
             "context": {"claim": {"outstanding": {"value": "120.50", "currency": "EUR"},
               "creditor_name": "Stadtwerke Musterstadt", "basis": {"kind": "invoice"}}}}
            """);
    return new OrderBody(json).set("/subject/reference", reference).set("/contacts/0/value", phone);
  }

  String reference() {
    return json.at("/subject/reference").asText();
  }

  String phone() {
    return json.at("/contacts/0/value").asText();
  }

  /**
   * Sets a member and creates its parent objects; a value other than a JSON node becomes a scalar.
   */
  public OrderBody set(String pointer, Object value) {
    put(pointer, value instanceof JsonNode node ? node : Json.mapper().valueToTree(text(value)));
    return this;
  }

  private static Object text(Object value) {
    return value instanceof Number || value instanceof Boolean ? value : String.valueOf(value);
  }

  /** Sets a member to a JSON text. */
  OrderBody setJson(String pointer, String text) {
    put(pointer, Json.parse(text));
    return this;
  }

  OrderBody remove(String pointer) {
    JsonPointer at = JsonPointer.compile(pointer);
    JsonNode holder = json.at(at.head());
    if (holder instanceof ArrayNode array) {
      array.remove(at.last().getMatchingIndex());
    } else {
      ((ObjectNode) holder).remove(at.last().getMatchingProperty());
    }
    return this;
  }

  private void put(String pointer, JsonNode value) {
    if (pointer.isEmpty()) {
      json.removeAll();
      json.setAll((ObjectNode) value);
      return;
    }
    JsonPointer at = JsonPointer.compile(pointer);
    if (json.at(at.head()).isMissingNode()) {
      put(at.head().toString(), Json.object());
    }
    JsonNode holder = json.at(at.head());
    if (holder instanceof ArrayNode array) {
      int index = at.last().getMatchingIndex();
      while (array.size() <= index) {
        array.add(array.get(0) == null ? Json.object() : array.get(0).deepCopy());
      }
      array.set(index, value);
    } else {
      ((ObjectNode) holder).set(at.last().getMatchingProperty(), value);
    }
  }

  @Override
  public String toString() {
    return json.toString();
  }
}
