package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The filters, the search and the sorting of a list.
 *
 * @param inputs by the identifiers of their controls; those that are empty are absent
 * @param sort by columns, the first one counts most
 */
record SavedView(Map<String, String> inputs, List<SortKey> sort) {
  /**
   * @param column identifier of the column
   */
  record SortKey(String column, boolean descending) {
    private static SortKey of(JsonNode json) {
      return new SortKey(json.path("column").asText(), json.path("descending").asBoolean());
    }
  }

  static SavedView of(JsonNode json) {
    Map<String, String> inputs = new LinkedHashMap<>();
    json.path("inputs").properties().forEach(it -> inputs.put(it.getKey(), it.getValue().asText()));
    return new SavedView(inputs, Json.list(json.path("sort"), SortKey::of));
  }

  ObjectNode toJson() {
    ObjectNode json = Json.object();
    ObjectNode texts = json.putObject("inputs");
    inputs.forEach(texts::put);
    sort.forEach(
        key ->
            json.withArray("sort")
                .addObject()
                .put("column", key.column())
                .put("descending", key.descending()));
    return json;
  }
}
