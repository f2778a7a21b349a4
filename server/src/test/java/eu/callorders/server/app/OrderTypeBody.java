package eu.callorders.server.app;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;

/** Bodies and paths of order types. */
final class OrderTypeBody {
  static final String PATH = "/v1/order-types";

  private OrderTypeBody() {}

  /** The minimal body. */
  static ObjectNode of(String key) {
    return Api.json("{\"title\": \"A type\", \"agent\": {\"objective\": \"Ask.\"}}")
        .put("key", key);
  }

  static ObjectNode of(String key, String defaults) {
    ObjectNode body = of(key);
    body.set("defaults", Json.parse(defaults));
    return body;
  }

  static String path(String key) {
    return PATH + "/" + key;
  }

  /** A change without If-Match. */
  static ServiceResponse patch(Api api, String key, String json, String... headers) {
    return api.send("PATCH", path(key), json, headers);
  }

  /** Creates and activates a type. */
  static void activate(Api api, String key, String defaults) {
    api.post(PATH, of(key, defaults)).is(201);
    patch(api, key, "{\"status\": \"active\"}").is(200);
  }
}
