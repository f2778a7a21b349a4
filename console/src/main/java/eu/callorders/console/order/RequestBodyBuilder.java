package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;

/** A request, put together from its fields. */
final class RequestBodyBuilder {
  private final ObjectNode body = Json.object();

  /** Sets a member of objects within objects; those on the way come into being. */
  void put(String pointer, JsonNode value) {
    int last = pointer.lastIndexOf('/');
    object(pointer.substring(0, last)).set(pointer.substring(last + 1), value);
  }

  /** Has that object come into being, be it empty: what it lacks is then told member by member. */
  ObjectNode object(String pointer) {
    ObjectNode at = body;
    for (String name : pointer.split("/", -1)) {
      at = name.isEmpty() ? at : at.withObjectProperty(name);
    }
    return at;
  }

  /** The one way to reach the person that this console fills in. */
  void phone(JsonNode number) {
    body.withArrayProperty("contacts").addObject().put("channel", "phone").set("value", number);
  }

  ObjectNode json() {
    return body;
  }
}
