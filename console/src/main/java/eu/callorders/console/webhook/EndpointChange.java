package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A difference between two revisions of an endpoint.
 *
 * @param member changed member; empty for one that is not shown, such as a secret
 * @param before empty if it was missing
 * @param now empty if it was removed
 */
record EndpointChange(String member, String before, String now) {
  private static final String STATUS = "status";

  /** Never empty, since two revisions always differ. */
  static List<EndpointChange> between(JsonNode before, JsonNode now) {
    List<EndpointChange> changes = new ArrayList<>();
    for (EndpointField field : EndpointField.FIELDS) {
      add(changes, field.member(), field.format(before), field.format(now));
    }
    add(changes, STATUS, before.path(STATUS).asText(), now.path(STATUS).asText());
    return changes.isEmpty() ? List.of(new EndpointChange("", "", "")) : List.copyOf(changes);
  }

  private static void add(List<EndpointChange> changes, String member, String before, String now) {
    if (!before.equals(now)) {
      changes.add(new EndpointChange(member, before, now));
    }
  }
}
