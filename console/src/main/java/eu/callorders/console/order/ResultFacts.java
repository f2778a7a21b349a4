package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The facts of an order result, including findings unknown to this console. */
final class ResultFacts {
  private final Texts texts;
  private final TimestampFormatter timestamps;

  ResultFacts(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.timestamps = times;
  }

  List<Fact> forOrder(JsonNode order) {
    JsonNode result = order.path("result");
    JsonNode termination = result.path("termination");
    List<Fact> facts = new ArrayList<>();
    facts.add(value("summary", "summary_code", result));
    facts.add(value("reachability", "reachability", result));
    facts.add(value("engagement", "engagement", result));
    String terminatedBy =
        JsonValues.join(
            ", ",
            texts.value("actor", JsonValues.text(termination, "actor")),
            texts.value("reason", JsonValues.text(termination, "reason")));
    facts.add(Fact.of(texts.get("termination"), terminatedBy));
    facts.add(Fact.prose(texts.get("note"), JsonValues.text(termination, "note")));
    findings("", facts, result.path("findings"));
    return facts;
  }

  private Fact value(String key, String registry, JsonNode result) {
    return Fact.of(texts.get(key), texts.value(registry, JsonValues.text(result, registry)));
  }

  /** The findings of a single call. */
  List<Fact> findings(JsonNode findings) {
    List<Fact> facts = new ArrayList<>();
    findings("", facts, findings);
    return facts;
  }

  private void findings(String prefix, List<Fact> facts, JsonNode findings) {
    for (Map.Entry<String, JsonNode> entry : findings.properties()) {
      String name = JsonValues.join(" · ", prefix, texts.value("finding", entry.getKey()));
      finding(name, entry.getKey(), facts, entry.getValue());
    }
  }

  private void finding(String name, String key, List<Fact> facts, JsonNode value) {
    if (value.isObject() && value.has("currency")) {
      facts.add(Fact.of(name, JsonValues.money(value)));
    } else if (value.isObject()) {
      findings(name, facts, value);
    } else if (value.isArray()) {
      value.forEach(element -> finding(name, key, facts, element));
    } else if (value.isBoolean()) {
      facts.add(Fact.of(name, texts.value("truth", value.asText())));
    } else {
      facts.add(Fact.prose(name, displayText(key, value.asText(""))));
    }
  }

  /** Translates known values and formats dates and times; other text stays. */
  private String displayText(String key, String text) {
    return texts.bundle().containsKey(key + "." + text)
        ? texts.value(key, text)
        : timestamps.day(timestamps.text(text));
  }
}
