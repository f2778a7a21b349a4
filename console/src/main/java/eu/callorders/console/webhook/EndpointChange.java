package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What makes two revisions of an endpoint differ.
 *
 * @param member of the endpoint; empty for what is not shown, such as its secrets
 * @param before empty when it was not there
 * @param now empty when it is gone
 */
record EndpointChange(String member, String before, String now) {
  private static final String STATUS = "status";

  /** Never empty: revisions differ in something. */
  static List<EndpointChange> between(JsonNode before, JsonNode now) {
    List<EndpointChange> changes = new ArrayList<>();
    for (EndpointField field : EndpointField.FIELDS) {
      add(changes, field.member(), field.read(before), field.read(now));
    }
    add(changes, STATUS, before.path(STATUS).asText(), now.path(STATUS).asText());
    return changes.isEmpty() ? List.of(new EndpointChange("", "", "")) : List.copyOf(changes);
  }

  private static void add(List<EndpointChange> changes, String member, String was, String is) {
    if (!was.equals(is)) {
      changes.add(new EndpointChange(member, was, is));
    }
  }
}
