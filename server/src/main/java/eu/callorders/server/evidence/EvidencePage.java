package eu.callorders.server.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.mustachejava.DefaultMustacheFactory;
import com.github.mustachejava.Mustache;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The evidence of a call as a page to print; it shows the members of the document as they are. */
final class EvidencePage {
  private static final Mustache TEMPLATE = compile();

  private static final List<String> PARTS =
      List.of(
          "checks",
          "predial_check",
          "counters",
          "disclosure",
          "compliance_basis",
          "caller_id_hash",
          "call");

  private EvidencePage() {}

  private static Mustache compile() {
    InputStreamReader template =
        new InputStreamReader(
            Objects.requireNonNull(EvidencePage.class.getResourceAsStream("evidence.mustache")),
            StandardCharsets.UTF_8);
    return new DefaultMustacheFactory().compile(template, "evidence");
  }

  /**
   * @param evidence as in the API
   */
  static String render(JsonNode evidence) {
    JsonNode document = evidence.path("document");
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("call_id", evidence.path("call_id").asText());
    page.put("created_at", evidence.path("created_at").asText());
    page.put("facts", facts(document));
    page.put("rules", rules(document.at("/decision/rules")));
    page.put("window", rules(document.at("/decision/window")));
    page.put("sections", sections(document));
    page.put("events", rows(document.path("gateway_events"), "at", "type", "sequence"));
    page.put("omitted", document.path("gateway_events_omitted").asText());
    page.put("jws", evidence.path("jws").asText());
    page.put("inclusion", facts(evidence.path("inclusion")));
    return TEMPLATE.execute(new StringWriter(), page).toString();
  }

  /** The parts of the document that have their own heading. */
  private static List<Map<String, Object>> sections(JsonNode document) {
    List<Map<String, Object>> sections = new ArrayList<>();
    for (String part : PARTS) {
      JsonNode members = document.path(part);
      if (!members.isEmpty()) {
        List<Map<String, String>> facts = new ArrayList<>();
        members
            .properties()
            .forEach(
                member ->
                    facts.add(
                        Map.of("name", label(member.getKey()), "value", text(member.getValue()))));
        sections.add(Map.of("title", label(part), "facts", facts));
      }
    }
    return sections;
  }

  /** The members with a simple value. */
  private static List<Map<String, String>> facts(JsonNode object) {
    List<Map<String, String>> facts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      if (member.getValue().isValueNode()) {
        facts.add(Map.of("name", label(member.getKey()), "value", member.getValue().asText()));
      }
    }
    return facts;
  }

  private static List<Map<String, String>> rules(JsonNode rules) {
    List<Map<String, String>> rows = new ArrayList<>();
    for (JsonNode rule : rules) {
      rows.add(
          Map.of(
              "rule", label(rule.path("rule").asText()),
              "verdict", rule.path("verdict").asText(),
              "figures", text(rule.path("figures")),
              "source", rule.path("source").asText()));
    }
    return rows;
  }

  private static List<Map<String, String>> rows(JsonNode items, String... members) {
    List<Map<String, String>> rows = new ArrayList<>();
    for (JsonNode item : items) {
      Map<String, String> row = new LinkedHashMap<>();
      for (String member : members) {
        row.put(member, item.path(member).asText());
      }
      rows.add(row);
    }
    return rows;
  }

  /** Figures on one line, such as {@code limit 10, used 1}. */
  private static String text(JsonNode value) {
    if (value.isObject()) {
      return value.properties().stream()
          .map(member -> label(member.getKey()) + " " + text(member.getValue()))
          .collect(Collectors.joining(", "));
    }
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(EvidencePage::text)
          .collect(Collectors.joining(", "));
    }
    return value.asText();
  }

  private static String label(String member) {
    return member.replace('_', ' ');
  }
}
