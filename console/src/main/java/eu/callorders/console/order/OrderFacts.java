package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import java.util.Map;

/** Fills in what is known of an order: person, claim, contacts, result. */
final class OrderFacts {
  private final Texts texts;
  private final Times times;

  OrderFacts(Texts texts, Times times) {
    this.texts = texts;
    this.times = times;
  }

  void order(Facts facts, JsonNode order) {
    facts.clear();
    facts.add(texts.get("column.order_type"), type(order));
    facts.add(texts.get("column.client_reference"), text(order, "client_reference"));
    facts.add(texts.get("column.attempts"), attempts(order));
    facts.add(texts.get("column.next_attempt_at"), times.text(text(order, "next_attempt_at")));
    facts.add(texts.get("column.created_at"), times.text(text(order, "created_at")));
    facts.add(texts.get("column.ended_at"), times.text(text(order, "ended_at")));
    facts.add(texts.get("redacted_at"), times.text(text(order, "redacted_at")));
    facts.add(texts.get("column.enrollment_id"), text(order, "enrollment_id"));
    for (Map.Entry<String, JsonNode> one : order.path("metadata").properties()) {
      facts.add(one.getKey(), one.getValue().asText());
    }
  }

  void person(Facts facts, JsonNode order) {
    facts.clear();
    JsonNode subject = order.path("subject");
    JsonNode name = subject.path("name");
    facts.add(texts.get("column.subject"), text(subject, "reference"));
    facts.add(texts.get("name"), joined(" ", text(name, "given_name"), text(name, "family_name")));
    facts.add(texts.get("date_of_birth"), text(subject, "date_of_birth"));
    for (JsonNode contact : order.path("contacts")) {
      facts.add(contact.path("channel").asText(), text(contact, "value"));
    }
    JsonNode claim = order.path("context").path("claim");
    facts.add(texts.get("outstanding"), money(claim.path("outstanding")));
    facts.add(texts.get("original"), money(claim.path("original")));
    facts.add(texts.get("creditor"), text(claim, "creditor_name"));
    facts.add(texts.get("basis"), text(claim.path("basis"), "kind"));
    facts.add(texts.get("due_date"), text(claim, "due_date"));
    for (JsonNode reference : claim.path("reference")) {
      facts.add(texts.get("reference"), reference.asText());
    }
    facts.addText(texts.get("notes"), text(order.path("context"), "notes"));
  }

  void result(Facts facts, JsonNode order) {
    facts.clear();
    JsonNode result = order.path("result");
    if (result.isMissingNode()) {
      return;
    }
    JsonNode end = result.path("termination");
    facts.add(texts.get("summary"), texts.value("summary_code", text(result, "summary_code")));
    facts.add(texts.get("reachability"), texts.value("reachability", text(result, "reachability")));
    facts.add(texts.get("engagement"), texts.value("engagement", text(result, "engagement")));
    facts.add(
        texts.get("termination"),
        joined(
            ", ",
            texts.value("actor", text(end, "actor")),
            texts.value("reason", text(end, "reason"))));
    facts.addText(texts.get("note"), text(end, "note"));
    findings("", facts, result.path("findings"));
  }

  /** Whatever was found, known here or not. */
  private void findings(String above, Facts facts, JsonNode findings) {
    for (Map.Entry<String, JsonNode> one : findings.properties()) {
      JsonNode value = one.getValue();
      String name = joined(" · ", above, texts.value("finding", one.getKey()));
      if (value.has("currency")) {
        facts.add(name, money(value));
      } else if (value.isObject()) {
        findings(name, facts, value);
      } else {
        facts.addText(name, times.text(value.asText()));
      }
    }
  }

  private String type(JsonNode order) {
    String version = order.path("order_type_version").asText();
    return text(order, "order_type") + (version.isEmpty() ? "" : "  ·  v" + version);
  }

  private static String attempts(JsonNode order) {
    String most = text(order.path("scheduling"), "max_attempts");
    return text(order, "attempt_count") + (most.isEmpty() ? "" : " / " + most);
  }

  static String money(JsonNode money) {
    return joined(" ", text(money, "value"), text(money, "currency"));
  }

  private static String text(JsonNode json, String member) {
    return json.path(member).asText("");
  }

  private static String joined(String between, String first, String second) {
    return first.isEmpty() || second.isEmpty() ? first + second : first + between + second;
  }
}
