package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What has come of an order, whatever was found, known here or not. */
final class ResultFacts {
  private final Texts texts;
  private final TimestampFormatter times;

  ResultFacts(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.times = times;
  }

  /** Nothing while there is no result. */
  List<Fact> of(JsonNode order) {
    JsonNode result = order.path("result");
    JsonNode end = result.path("termination");
    List<Fact> facts = new ArrayList<>();
    facts.add(value("summary", "summary_code", result));
    facts.add(value("reachability", "reachability", result));
    facts.add(value("engagement", "engagement", result));
    String by =
        JsonValues.joined(
            ", ",
            texts.value("actor", JsonValues.text(end, "actor")),
            texts.value("reason", JsonValues.text(end, "reason")));
    facts.add(Fact.of(texts.get("termination"), by));
    facts.add(Fact.prose(texts.get("note"), JsonValues.text(end, "note")));
    findings("", facts, result.path("findings"));
    return facts;
  }

  private Fact value(String key, String registry, JsonNode result) {
    return Fact.of(texts.get(key), texts.value(registry, JsonValues.text(result, registry)));
  }

  /** What was found in a single call. */
  List<Fact> findings(JsonNode findings) {
    List<Fact> facts = new ArrayList<>();
    findings("", facts, findings);
    return facts;
  }

  private void findings(String above, List<Fact> facts, JsonNode findings) {
    for (Map.Entry<String, JsonNode> one : findings.properties()) {
      String name = JsonValues.joined(" · ", above, texts.value("finding", one.getKey()));
      finding(name, one.getKey(), facts, one.getValue());
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
      facts.add(Fact.prose(name, said(key, value.asText(""))));
    }
  }

  /** A day, a moment or a value that has a name here; all else is shown as it is. */
  private String said(String key, String text) {
    return texts.bundle().containsKey(key + "." + text)
        ? texts.value(key, text)
        : times.day(times.text(text));
  }
}
