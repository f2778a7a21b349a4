package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Valid bodies of each operation, changed at random. */
final class FuzzBodies {
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1e64",
          "1e400",
          "123456789012345678901234567890123456789",
          "0.1",
          "\"\"",
          "\" \"",
          "\"\\u0000\"",
          "\"\\ud83d\"",
          "\"😀\"",
          "\"x\"",
          "[]",
          "{}",
          "[null]",
          "{\"\": 1}",
          "[[[[[[[[1]]]]]]]]",
          "\"+493023125006\"",
          "\"2030-01-01\"",
          "\"9999-12-31T23:59:59.999-18:00\"",
          "\"1800-01-01T00:00:00+18:00\"",
          "\"2027-03-28T02:30:00Z\"",
          "\"Europe/Berlin\"",
          "\"Etc/GMT+12\"",
          "\"mon\"",
          "\"24:00\"",
          "\"00:00\"",
          "\"reject\"",
          "\"ord_00000000000000000000000000\"",
          "\"'; DROP TABLE\"",
          "\"a\\r\\nSet-Cookie: x\"",
          "\"${jndi:ldap://x}\"",
          "\"%00\"",
          "\"../..\"",
          "10",
          "168",
          "\"\\u202e\\uffff\"",
          "2147483648",
          "9223372036854775808",
          "-0.0",
          "1E+2");
  private static final String FULL =
      """
      {"order_type": "payment_reminder", "client_reference": "c",
       "subject": {"reference": "fuzz", "name": {"given_name": "A", "family_name": "B"},
         "salutation": "x", "date_of_birth": "1980-01-01", "locale": "de-DE",
         "timezone": "Europe/Berlin", "address": {"street": "s", "country": "DE"}},
       "contacts": [{"channel": "phone", "value": "+493023125206", "type": "mobile",
         "priority": 3}, {"channel": "email", "value": "a@b"}],
       "context": {"claim": {"outstanding": {"value": "1.50", "currency": "EUR"},
           "creditor_name": "Creditor", "basis": {"kind": "k", "concluded_on": "2026-01-01"},
           "titled": true, "reference": {"case_number": "1"}},
         "history": [{"channel": "sms", "direction": "inbound",
           "occurred_at": "2026-01-01T00:00:00Z"}], "variables": {"a": {"b": [1]}}, "notes": "n"},
       "scheduling": {"window": {"not_before": "2027-08-01T00:00:00Z",
           "not_after": "2027-09-01T00:00:00Z"},
         "local_call_times": [{"days": ["mon", "tue"], "from": "09:00", "to": "18:00"}],
         "max_attempts": 2, "retry": {"min_gap_hours": 5, "randomize_within_window": true},
         "on_window_violation": "defer"},
       "negotiation": {"installments": {"min_installment": {"value": "1", "currency": "EUR"}}},
       "delivery": {"transcript": "structured", "include_recording_reference": false},
       "metadata": {"a": 1, "b": "x"},
       "simulate": {"attempts": ["busy"], "delays": {"ring_ms": 1},
         "outcome": {"summary_code": "refused", "findings": {"dispute": {"ground": "g"}}}}}
      """;

  private static final String WEBHOOK =
      """
      {"url": "http://localhost:9/hook", "description": "d", "event_types": ["call.*"],
       "payload_mode": "thin", "api_version": "v1"}
      """;

  private static final String REPLAY =
      """
      {"since": "2027-07-07T08:00:00Z", "until": "2027-07-08T08:00:00+01:00",
       "event_types": ["call.*", "signal.received"], "only_failed": true, "dry_run": true}
      """;

  private static final String SUPPRESSION =
      """
      {"phone": "+493023125098", "subject_reference": "fuzzed", "scope": "voice", "reason": "r"}
      """;

  private static final String HOLD =
      """
      {"phone": "+493023125097", "subject_reference": "fuzzed", "claim": {"case_number": "AZ-F"},
       "reason": "hardship", "until": "2036-07-07T08:00:00Z", "note": "n"}
      """;

  private static final String SEQUENCE =
      """
      {"title": "t", "trigger": {"signal_type": "fuzz.spoiled",
         "enrollment_policy": "replace_active"},
       "exit_conditions": [{"type": "signal", "signal_type": "fuzz.over"},
         {"type": "subject_reached"}],
       "steps": [
         {"id": "rest", "type": "wait", "after": {"min": "P1DT2H", "max": "P3D"},
          "until": {"date": "2027-08-01", "local_time": "10:00"},
          "skip_remaining_if": [{"type": "do_not_call"}]},
         {"id": "call", "type": "create_order", "order_type": "payment_reminder",
          "exit_when": {"summary_codes": ["refused"], "reachability": ["wrong_number"]},
          "exit_reason": "e"}]}
      """;

  private FuzzBodies() {}

  /** A value as text, whatever its JSON type. */
  static String pick(Random random) {
    String value = VALUES.get(random.nextInt(VALUES.size()));
    return value.startsWith("\"") ? Json.parse(value).asText() : value;
  }

  /** The body of a request; null for none. */
  static String of(DocumentedOperation operation, Random random) {
    if (!operation.node().has("requestBody")) {
      return operation.method().equals("GET") || random.nextBoolean() ? null : "{}";
    }
    ObjectNode whole = Api.json(FULL);
    JsonNode body =
        switch (operation.id()) {
          case "updateCallOrder" -> whole.retain("scheduling", "metadata");
          case "previewCallOrders" -> Api.json("{\"call_orders\": [" + whole + "]}");
          case "advanceSandboxClock" -> Api.json("{\"by\": \"PT0S\"}");
          case "cancelCallOrder" -> Api.json("{\"reason\": \"r\"}");
          case "createOrderType" -> orderType(whole).put("key", "fuzz_" + random.nextInt(1000));
          case "updateOrderType" -> orderType(whole).put("status", "active");
          case "createSuppression" -> Api.json(SUPPRESSION);
          case "createHold" -> Api.json(HOLD);
          case "createWebhookEndpoint", "updateWebhookEndpoint" -> Api.json(WEBHOOK);
          case "replayWebhookEvents" -> Api.json(REPLAY);
          case "createSignal" -> signal(whole, random);
          case "createSequence" -> Api.json(SEQUENCE).put("key", "fuzz_" + random.nextInt(1000));
          case "createSequenceVersion" -> Api.json(SEQUENCE).without("title");
          case "previewSequence" ->
              SequenceBody.preview(Api.json(SEQUENCE).without("title"))
                  .put("from", "2027-07-07T08:00:00+01:00");
          default -> whole;
        };
    for (int i = random.nextInt(4); i > 0; i--) {
      mutate(body, random);
    }
    String text = body.toString();
    return switch (random.nextInt(25)) {
      case 0 -> text.substring(0, random.nextInt(text.length()));
      case 1 -> VALUES.get(random.nextInt(VALUES.size()));
      case 2 -> text.replaceFirst("\\{", "{\"metadata\": 1, ");
      default -> text;
    };
  }

  /** A signal with the members of an order. */
  private static ObjectNode signal(ObjectNode order, Random random) {
    ObjectNode signal = SignalBody.of("fuzz.spoiled", "fuzz", "" + random.nextInt(1000)).json();
    signal.put("occurred_at", "2027-07-07T08:00:00+01:00");
    return signal.setAll(order.retain("subject", "contacts", "context", "metadata"));
  }

  /** An order type with the order's blocks as defaults. */
  private static ObjectNode orderType(ObjectNode order) {
    ObjectNode type = OrderTypeBody.of("none").put("description", "d");
    type.remove("key");
    type.withObject("/agent").put("voice", "v").put("locale", "de-DE");
    type.set("defaults", order.deepCopy().retain("scheduling", "negotiation", "delivery"));
    type.withObject("/defaults/variables").put("v", 1);
    return type;
  }

  /** Mutates a random node. */
  private static void mutate(JsonNode node, Random random) {
    JsonNode place = node;
    while (true) {
      List<JsonNode> deeper = new ArrayList<>();
      place.forEach(child -> deeper.add(child));
      deeper.removeIf(child -> !child.isContainerNode() || child.isEmpty());
      if (deeper.isEmpty() || random.nextInt(4) == 0) {
        break;
      }
      place = deeper.get(random.nextInt(deeper.size()));
    }
    JsonNode value = Json.parse(parseable(random));
    if (place instanceof ObjectNode object && !object.isEmpty()) {
      List<String> names = object.properties().stream().map(Map.Entry::getKey).toList();
      String name = names.get(random.nextInt(names.size()));
      switch (random.nextInt(4)) {
        case 0 -> object.remove(name);
        case 1 -> object.set(pick(random), value);
        default -> object.set(name, value);
      }
    } else if (place instanceof ArrayNode array) {
      switch (random.nextInt(3)) {
        case 0 -> array.removeAll();
        case 1 -> array.add(value);
        default -> {
          for (int i = random.nextInt(60); i > 0 && !array.isEmpty(); i--) {
            array.add(array.get(0).deepCopy());
          }
        }
      }
    }
  }

  private static String parseable(Random random) {
    return VALUES.get(random.nextInt(VALUES.size()));
  }
}
