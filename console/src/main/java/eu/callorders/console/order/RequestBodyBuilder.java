package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;

/** Builds a JSON request body by pointers. */
final class RequestBodyBuilder {
  private final ObjectNode body = Json.object();

  /** Sets the member at the pointer and creates its parents. */
  void put(String pointer, JsonNode value) {
    int last = pointer.lastIndexOf('/');
    objectAt(pointer.substring(0, last)).set(pointer.substring(last + 1), value);
  }

  /**
   * Creates the object at the pointer, even if it stays empty: the service then reports its missing
   * members one by one.
   */
  ObjectNode objectAt(String pointer) {
    ObjectNode node = body;
    for (String name : pointer.split("/", -1)) {
      node = name.isEmpty() ? node : node.withObjectProperty(name);
    }
    return node;
  }

  /** Adds the phone contact, the only channel of this form. */
  void addPhone(JsonNode value) {
    body.withArrayProperty("contacts").addObject().put("channel", "phone").set("value", value);
  }

  ObjectNode build() {
    return body;
  }
}
