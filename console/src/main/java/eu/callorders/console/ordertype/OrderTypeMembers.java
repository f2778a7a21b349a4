package eu.callorders.console.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.ComparedMember;
import eu.callorders.console.ui.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The members of an order type or of one of its versions, as text. */
final class OrderTypeMembers {
  private static final List<String> AGENT =
      List.of("objective", "opening", "persona", "voice", "locale");

  private OrderTypeMembers() {}

  /** The instructions for the agent that are set, by their names. */
  static Map<String, String> agent(Texts texts, JsonNode version) {
    Map<String, String> members = new LinkedHashMap<>();
    for (String member : AGENT) {
      String value = version.path("agent").path(member).asText("");
      if (!value.isEmpty()) {
        members.put(texts.get("agent." + member), value);
      }
    }
    return members;
  }

  /** The defaults of orders, by their API names. */
  static Map<String, String> defaults(JsonNode version) {
    return ComparedMember.values(version.path("defaults"));
  }

  /** All of them. */
  static Map<String, String> all(Texts texts, JsonNode version) {
    Map<String, String> members = agent(texts, version);
    members.putAll(defaults(version));
    return members;
  }
}
