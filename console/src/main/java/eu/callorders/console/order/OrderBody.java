package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;

/** A request, put together from its fields. */
final class OrderBody {
  private final ObjectNode body = Json.object();

  /** Sets a member of objects within objects; those on the way come into being. */
  void put(String pointer, JsonNode value) {
    ObjectNode at = body;
    String[] names = pointer.substring(1).split("/", -1);
    for (int i = 0; i < names.length - 1; i++) {
      at = at.withObjectProperty(names[i]);
    }
    at.set(names[names.length - 1], value);
  }

  /** The one way to reach the person that this console fills in. */
  void phone(JsonNode number) {
    body.withArrayProperty("contacts").addObject().put("channel", "phone").set("value", number);
  }

  boolean isEmpty() {
    return body.isEmpty();
  }

  ObjectNode json() {
    return body;
  }
}
