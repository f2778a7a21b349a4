package eu.callorders.server.app;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;

/** Bodies and the path of suppressions. */
final class SuppressionBody {
  static final String PATH = "/v1/suppressions";

  private SuppressionBody() {}

  /** The body for a phone, a subject, or both; null for none. */
  static ObjectNode entry(String phone, String reference) {
    ObjectNode json = Json.object();
    if (phone != null) {
      json.put("phone", phone);
    }
    if (reference != null) {
      json.put("subject_reference", reference);
    }
    return json;
  }
}
