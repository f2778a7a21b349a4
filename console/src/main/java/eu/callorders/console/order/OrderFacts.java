package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The facts of an order: the order itself, subject, contacts and claim. */
final class OrderFacts {
  private final Texts texts;
  private final TimestampFormatter timestamps;

  OrderFacts(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.timestamps = times;
  }

  List<Fact> order(JsonNode order) {
    List<Fact> facts = new ArrayList<>();
    facts.add(fact("column.order_type", type(order)));
    facts.add(fact("column.client_reference", JsonValues.text(order, "client_reference")));
    facts.add(fact("column.attempts", attempts(order)));
    facts.add(time("column.next_attempt_at", order, "next_attempt_at"));
    JsonNode scheduling = order.path("scheduling");
    facts.add(time("field.not_before", scheduling, "window", "not_before"));
    facts.add(time("field.not_after", scheduling, "window", "not_after"));
    facts.add(
        fact(
            "field.local_call_times",
            CallTimesFormat.describe(
                scheduling.path("local_call_times"), day -> texts.value("weekday", day))));
    facts.add(time("column.created_at", order, "created_at"));
    facts.add(time("column.ended_at", order, "ended_at"));
    facts.add(time("redacted_at", order, "redacted_at"));
    facts.add(fact("column.enrollment_id", JsonValues.text(order, "enrollment_id")));
    return facts;
  }

  /** The metadata that clients stored with the order. */
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
    List<Fact> facts = new ArrayList<>();
    facts.add(fact("column.subject", JsonValues.text(subject, "reference")));
    facts.add(
        fact(
            "name",
            JsonValues.join(
                " ",
                JsonValues.text(subject, "name", "given_name"),
                JsonValues.text(subject, "name", "family_name"))));
    facts.add(fact("date_of_birth", JsonValues.text(subject, "date_of_birth")));
    facts.add(
        fact(
            "address",
            JsonValues.join(
                ", ",
                JsonValues.join(
                    " ",
                    JsonValues.text(address, "street"),
                    JsonValues.text(address, "house_number")),
                JsonValues.join(
                    " ",
                    JsonValues.text(address, "postal_code"),
                    JsonValues.text(address, "city")))));
    facts.add(fact("field.locale", JsonValues.text(subject, "locale")));
    facts.add(fact("timezone", JsonValues.text(subject, "timezone")));
    return facts;
  }

  List<Fact> contacts(JsonNode order) {
    List<Fact> facts = new ArrayList<>();
    for (JsonNode contact : order.path("contacts")) {
      String type = texts.value("contact_type", JsonValues.text(contact, "type"));
      facts.add(
          Fact.of(
              texts.value("channel", JsonValues.text(contact, "channel")),
              JsonValues.text(contact, "value") + (type.isEmpty() ? "" : "  ·  " + type)));
    }
    return facts;
  }

  List<Fact> claim(JsonNode order) {
    JsonNode claim = order.path("context").path("claim");
    List<Fact> facts = new ArrayList<>();
    facts.add(fact("outstanding", JsonValues.money(claim.path("outstanding"))));
    facts.add(fact("original", JsonValues.money(claim.path("original"))));
    for (Map.Entry<String, JsonNode> part : claim.path("breakdown").properties()) {
      facts.add(
          Fact.of(texts.value("breakdown", part.getKey()), JsonValues.money(part.getValue())));
    }
    facts.add(fact("creditor", JsonValues.text(claim, "creditor_name")));
    facts.add(fact("basis", texts.value("basis", JsonValues.text(claim, "basis", "kind"))));
    facts.add(fact("due_date", timestamps.day(JsonValues.text(claim, "due_date"))));
    for (Map.Entry<String, JsonNode> entry : claim.path("reference").properties()) {
      facts.add(Fact.of(texts.value("reference", entry.getKey()), entry.getValue().asText("")));
    }
    facts.add(Fact.prose(texts.get("description"), JsonValues.text(claim, "description")));
    facts.add(Fact.prose(texts.get("notes"), JsonValues.text(order, "context", "notes")));
    return facts;
  }

  private Fact fact(String key, String value) {
    return Fact.of(texts.get(key), value);
  }

  private Fact time(String key, JsonNode json, String... path) {
    return fact(key, timestamps.text(JsonValues.text(json, path)));
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
