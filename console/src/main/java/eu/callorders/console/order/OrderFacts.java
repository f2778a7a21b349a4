package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.CallTimesFormat;
import eu.callorders.console.ui.Fact;
import eu.callorders.console.ui.HoldEndFormatter;
import eu.callorders.console.ui.MoneyFormatter;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The facts of an order, its result and its calls, including findings unknown to this console. */
final class OrderFacts {
  private final Texts texts;
  private final TimestampFormatter timestamps;

  OrderFacts(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.timestamps = times;
  }

  List<Fact> order(JsonNode order) {
    JsonNode scheduling = order.path("scheduling");
    return List.of(
        fact("column.order_type", type(order)),
        text("column.client_reference", order, "client_reference"),
        fact("column.attempts", attempts(order)),
        time("column.next_attempt_at", order, "next_attempt_at"),
        time("field.not_before", scheduling, "window", "not_before"),
        time("field.not_after", scheduling, "window", "not_after"),
        fact(
            "field.local_call_times",
            CallTimesFormat.describe(scheduling.path("local_call_times"))),
        time("column.created_at", order, "created_at"),
        time("column.ended_at", order, "ended_at"),
        time("redacted_at", order, "redacted_at"),
        text("column.enrollment_id", order, "enrollment_id"));
  }

  List<Fact> metadata(JsonNode order) {
    List<Fact> facts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : order.path("metadata").properties()) {
      String value = entry.getValue().asText("");
      facts.add(new Fact(entry.getKey(), value, value.indexOf('\n') >= 0));
    }
    return facts;
  }

  List<Fact> subject(JsonNode order) {
    JsonNode subject = order.path("subject");
    JsonNode address = subject.path("address");
    String street = joined(" ", address, "street", "house_number");
    String city = joined(" ", address, "postal_code", "city");
    return List.of(
        text("column.subject", subject, "reference"),
        fact("name", joined(" ", subject.path("name"), "given_name", "family_name")),
        fact("date_of_birth", timestamps.day(JsonValues.text(subject, "date_of_birth"))),
        Fact.prose(texts.get("address"), JsonValues.join(", ", street, city)),
        text("field.locale", subject, "locale"),
        text("timezone", subject, "timezone"));
  }

  List<Fact> contacts(JsonNode order) {
    List<Fact> facts = new ArrayList<>();
    for (JsonNode contact : order.path("contacts")) {
      String type = value("contact_type", contact, "type");
      facts.add(
          Fact.of(
              value("channel", contact, "channel"),
              JsonValues.text(contact, "value") + (type.isEmpty() ? "" : "  ·  " + type)));
    }
    return facts;
  }

  List<Fact> claim(JsonNode order) {
    JsonNode claim = order.path("context").path("claim");
    List<Fact> facts = new ArrayList<>();
    facts.add(fact("outstanding", MoneyFormatter.format(claim.path("outstanding"))));
    facts.add(fact("original", MoneyFormatter.format(claim.path("original"))));
    for (Map.Entry<String, JsonNode> part : claim.path("breakdown").properties()) {
      facts.add(
          Fact.of(texts.value("breakdown", part.getKey()), MoneyFormatter.format(part.getValue())));
    }
    facts.add(text("creditor", claim, "creditor_name"));
    facts.add(fact("basis", value("basis", claim, "basis", "kind")));
    facts.add(fact("due_date", timestamps.day(JsonValues.text(claim, "due_date"))));
    for (Map.Entry<String, JsonNode> entry : claim.path("reference").properties()) {
      facts.add(Fact.of(texts.value("reference", entry.getKey()), entry.getValue().asText("")));
    }
    JsonNode basis = order.path("compliance_basis");
    facts.add(fact("compliance_basis", value("compliance_basis", basis, "kind")));
    facts.add(time("compliance_basis.obtained_at", basis, "obtained_at"));
    facts.add(text("compliance_basis.evidence_ref", basis, "evidence_ref"));
    facts.add(prose("description", claim, "description"));
    facts.add(prose("notes", order, "context", "notes"));
    return facts;
  }

  List<Fact> result(JsonNode order) {
    JsonNode result = order.path("result");
    JsonNode termination = result.path("termination");
    List<Fact> facts = new ArrayList<>();
    facts.add(fact("summary", value("summary_code", result, "summary_code")));
    facts.add(fact("reachability", value("reachability", result, "reachability")));
    facts.add(fact("engagement", value("engagement", result, "engagement")));
    String actor = value("actor", termination, "actor");
    String reason = value("reason", termination, "reason");
    facts.add(fact("termination", JsonValues.join(", ", actor, reason)));
    facts.add(prose("note", termination, "note"));
    facts.addAll(findings(result.path("findings")));
    return facts;
  }

  List<Fact> holds(JsonNode order) {
    return Json.list(
        order.path("holds"), hold -> Fact.of(value("hold_reason", hold, "reason"), holdEnd(hold)));
  }

  String holdEnd(JsonNode hold) {
    return HoldEndFormatter.format(texts, timestamps, hold);
  }

  String attemptTitle(JsonNode call) {
    return texts.get("attempt", call.path("attempt").asInt());
  }

  /** Calls name no number that was called: it is known when the order has one phone. */
  String called(JsonNode order) {
    List<String> phones =
        Json.list(order.path("contacts"), contact -> contact).stream()
            .filter(contact -> JsonValues.text(contact, "channel").equals("phone"))
            .map(contact -> JsonValues.text(contact, "value"))
            .filter(phone -> !phone.isEmpty())
            .distinct()
            .toList();
    return phones.size() <= 1
        ? String.join("", phones)
        : texts.get("call.to.one_of", String.join(", ", phones));
  }

  List<Fact> call(JsonNode order, JsonNode call) {
    return List.of(
        time("call.started", call, "started_at"),
        time("call.answered", call, "answered_at"),
        time("call.ended", call, "ended_at"),
        fact("call.duration", duration(call.path("duration_seconds"))),
        fact("call.to", called(order)),
        text("call.from", call, "from_number"),
        prose("call.report", call, "report", "summary"));
  }

  private static String duration(JsonNode seconds) {
    int total = seconds.asInt();
    return seconds.isNumber() ? "%d:%02d".formatted(total / 60, total % 60) : "";
  }

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
      facts.add(Fact.of(name, MoneyFormatter.format(value)));
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

  private Fact fact(String key, String value) {
    return Fact.of(texts.get(key), value);
  }

  private Fact text(String key, JsonNode json, String... path) {
    return fact(key, JsonValues.text(json, path));
  }

  private Fact time(String key, JsonNode json, String... path) {
    return fact(key, timestamps.text(JsonValues.text(json, path)));
  }

  private Fact prose(String key, JsonNode json, String... path) {
    return Fact.prose(texts.get(key), JsonValues.text(json, path));
  }

  private String value(String registry, JsonNode json, String... path) {
    return texts.value(registry, JsonValues.text(json, path));
  }

  private static String joined(String separator, JsonNode json, String first, String second) {
    return JsonValues.join(separator, JsonValues.text(json, first), JsonValues.text(json, second));
  }

  private static String type(JsonNode order) {
    String version = JsonValues.text(order, "order_type_version");
    return JsonValues.text(order, "order_type") + (version.isEmpty() ? "" : "  ·  v" + version);
  }

  private static String attempts(JsonNode order) {
    return JsonValues.join(
        " / ",
        JsonValues.text(order, "attempt_count"),
        JsonValues.text(order, "scheduling", "max_attempts"));
  }
}
