package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Fact;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The parts of a call's evidence, in the operator's language. */
final class EvidenceFacts {
  /**
   * A part under a heading.
   *
   * @param title empty for the first one
   */
  record Part(String title, List<Fact> facts) {}

  private final Texts texts;
  private final TimestampFormatter timestamps;
  private final RuleFormatter rules;

  EvidenceFacts(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.timestamps = times;
    this.rules = new RuleFormatter(texts, times);
  }

  /** Parts without a known fact are left out. */
  List<Part> parts(JsonNode evidence) {
    JsonNode document = evidence.path("document");
    JsonNode decision = document.path("decision");
    return List.of(
            new Part("", call(evidence, document)),
            part("evidence.rules", rules(decision)),
            part("evidence.window", window(decision.path("window"))),
            part("evidence.disclosure", disclosure(document.path("disclosure"))),
            part("compliance_basis", basis(document.path("compliance_basis"))),
            part("evidence.gateway", gateway(document)),
            part("evidence.proof", proof(evidence, document)))
        .stream()
        .filter(part -> part.facts().stream().anyMatch(fact -> !fact.value().isBlank()))
        .toList();
  }

  private Part part(String title, List<Fact> facts) {
    return new Part(texts.get(title), facts);
  }

  private List<Fact> call(JsonNode evidence, JsonNode document) {
    JsonNode call = document.path("call");
    return List.of(
        fact("evidence.made", timestamps.realTime(JsonValues.text(evidence, "created_at"))),
        fact("evidence.decided", time(document.path("decision"), "at")),
        fact("timezone", JsonValues.text(document, "decision", "timezone")),
        fact("call.answered", time(call, "answered_at")),
        fact("call.ended", time(call, "ended_at")),
        fact("evidence.outcome", value("disposition", call, "disposition")),
        fact("evidence.objected", value("truth", call, "objected")),
        fact("evidence.reported", value("truth", call, "reported")));
  }

  /** Each rule with its verdict, and why. */
  private List<Fact> rules(JsonNode decision) {
    if (decision.path("restored").asBoolean()) {
      return List.of(
          Fact.prose(texts.get("evidence.restored.name"), texts.get("evidence.restored")));
    }
    String at = JsonValues.text(decision, "at");
    return Json.list(
        decision.path("rules"),
        rule ->
            Fact.prose(
                value("rule", rule, "rule"),
                JsonValues.join(": ", value("verdict", rule, "verdict"), why(rule, at))));
  }

  private String why(JsonNode rule, String at) {
    ObjectNode explained = Json.object();
    explained.set("rule", rule.path("rule"));
    explained.set("verdict", rule.path("verdict"));
    explained.set("parameters", rule.has("figures") ? rule.path("figures") : Json.object());
    String sentence = rules.format(explained, at);
    return sentence.isEmpty() ? figures(rule.path("figures")) : sentence;
  }

  private List<Fact> window(JsonNode rows) {
    return Json.list(
        rows,
        row ->
            Fact.prose(
                label(JsonValues.text(row, "rule")),
                JsonValues.join(
                    ": ",
                    value("verdict", row, "verdict"),
                    JsonValues.join(
                        " · ", JsonValues.text(row, "source"), figures(row.path("figures"))))));
  }

  private List<Fact> disclosure(JsonNode disclosure) {
    if (!disclosure.isObject()) {
      return List.of();
    }
    String prescribed = JsonValues.text(disclosure, "text_sha256");
    String spoken = JsonValues.text(disclosure, "spoken_sha256");
    String spokenAt = timestamps.realTime(JsonValues.text(disclosure, "spoken_at"));
    List<Fact> facts = new ArrayList<>();
    facts.add(fact("field.locale", JsonValues.text(disclosure, "language")));
    if (disclosure.path("fallback").asBoolean()) {
      facts.add(Fact.prose(texts.get("evidence.fallback"), texts.get("evidence.fallback.text")));
    }
    facts.add(
        fact("evidence.spoken", spokenAt.isEmpty() ? texts.get("evidence.unspoken") : spokenAt));
    if (!spoken.isEmpty()) {
      facts.add(
          fact(
              "evidence.text",
              texts.value("evidence.text", String.valueOf(spoken.equals(prescribed)))));
    }
    facts.add(Fact.prose("SHA-256", prescribed));
    return facts;
  }

  private List<Fact> basis(JsonNode basis) {
    return List.of(
        fact("evidence.kind", value("compliance_basis", basis, "kind")),
        fact("compliance_basis.obtained_at", time(basis, "obtained_at")),
        fact("compliance_basis.evidence_ref", JsonValues.text(basis, "evidence_ref")));
  }

  private List<Fact> gateway(JsonNode document) {
    List<Fact> facts = new ArrayList<>(Json.list(document.path("gateway_events"), this::event));
    int omitted = document.path("gateway_events_omitted").asInt();
    if (omitted > 0) {
      facts.add(
          Fact.prose(texts.get("evidence.omitted"), texts.get("evidence.omitted.text", omitted)));
    }
    return facts;
  }

  private Fact event(JsonNode event) {
    return Fact.of(
        JsonValues.text(event, "type"), timestamps.realTime(JsonValues.text(event, "at")));
  }

  private List<Fact> proof(JsonNode evidence, JsonNode document) {
    JsonNode inclusion = evidence.path("inclusion");
    String root = JsonValues.text(inclusion, "root");
    return List.of(
        Fact.prose(
            texts.get("evidence.root"), root.isEmpty() ? texts.get("evidence.unanchored") : root),
        Fact.prose(
            texts.get("evidence.caller_id"), JsonValues.text(document, "caller_id_hash", "hmac")),
        Fact.of(
            texts.get("evidence.master_key"),
            JsonValues.text(document, "caller_id_hash", "key_id")));
  }

  /** Figures on one line, such as {@code limit 10, used 1}. */
  private static String figures(JsonNode value) {
    if (value.isObject()) {
      return value.properties().stream()
          .map(EvidenceFacts::figure)
          .collect(Collectors.joining(", "));
    }
    return value.isArray()
        ? String.join(", ", Json.list(value, EvidenceFacts::figures))
        : value.asText("");
  }

  private static String figure(Map.Entry<String, JsonNode> member) {
    return label(member.getKey()) + " " + figures(member.getValue());
  }

  private static String label(String member) {
    return member.replace('_', ' ');
  }

  private String time(JsonNode json, String member) {
    return timestamps.text(JsonValues.text(json, member));
  }

  private Fact fact(String key, String value) {
    return Fact.of(texts.get(key), value);
  }

  private String value(String registry, JsonNode json, String member) {
    return texts.value(registry, JsonValues.text(json, member));
  }
}
