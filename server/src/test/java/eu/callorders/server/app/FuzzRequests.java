package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Await;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Nearly valid requests generated from the contract, reproducible by seed. */
final class FuzzRequests {
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

  /** A long wait, so that enrollments stay there. */
  private static final String SEQUENCE_WITH_WAIT =
      """
      {"key": "sequence", "title": "t", "trigger": {"signal_type": "fuzz.begun"},
       "steps": [{"id": "rest", "type": "wait", "after": {"min": "P300D"}}]}
      """;

  /** Header fields inside and outside the contract, with values of each. */
  private static final Map<String, List<String>> HEADERS =
      Map.ofEntries(
          Map.entry(
              "Idempotency-Key", List.of("fuzz-0", "fuzz-1", "fuzz-2", "\"", "k".repeat(256))),
          Map.entry("If-Match", List.of("*", "\"1\"", "1", "W/\"1\"", "\"1\", \"2\"", "\"")),
          Map.entry("If-None-Match", List.of("*", "\"1\"", "W/\"1\"", "x")),
          Map.entry("If-Modified-Since", List.of("Wed, 21 Oct 2026 07:28:00 GMT", "yesterday")),
          Map.entry("If-Unmodified-Since", List.of("Wed, 21 Oct 2026 07:28:00 GMT", "x")),
          Map.entry("If-Range", List.of("\"1\"", "x")),
          Map.entry("Range", List.of("bytes=0-0", "bytes=-1", "x")),
          Map.entry(
              "traceparent", List.of("00-" + "1".repeat(32) + "-" + "2".repeat(16) + "-01", "x")),
          Map.entry("tracestate", List.of("a=b", ",")),
          Map.entry("X-Request-Id", List.of("own", "ä ä", "x".repeat(300))),
          Map.entry("Accept", List.of("*/*", "application/json", "application/problem+json", ";")),
          Map.entry("Accept-Language", List.of("de", "*;q=x")),
          Map.entry("Accept-Encoding", List.of("gzip", "identity;q=0")),
          Map.entry("Accept-Charset", List.of("utf-16")),
          Map.entry("Prefer", List.of("respond-async", "return=minimal")),
          Map.entry("X-HTTP-Method-Override", List.of("DELETE")),
          Map.entry("X-Forwarded-For", List.of("203.0.113.1", "x, y", ",")),
          Map.entry("X-Forwarded-Host", List.of("x")),
          Map.entry("Forwarded", List.of("for=\"[::1]\"", "=")),
          Map.entry("Cookie", List.of("a=b")),
          Map.entry("Origin", List.of("https://x.example", "null")),
          Map.entry("Cache-Control", List.of("no-cache", "only-if-cached")),
          Map.entry("Webhook-Id", List.of("x")),
          Map.entry("Webhook-Signature", List.of("v1,x")));

  private final ContractCheck contract;
  private final Known known;
  private final Random random;

  /**
   * Resources of one tenant.
   *
   * @param call an ended one
   * @param entry a suppression
   * @param own by operation, a resource that only this operation uses
   */
  record Known(String order, String call, String event, String entry, Map<String, String> own) {
    private static final List<String> OF_SEQUENCES =
        List.of(
            "getSequence", "createSequenceVersion", "activateSequenceVersion", "archiveSequence");
    private static final List<String> OF_ENROLLMENTS =
        List.of("getEnrollment", "pauseEnrollment", "resumeEnrollment", "cancelEnrollment");
    private static final List<String> OF_ENDPOINTS =
        List.of(
            "getWebhookEndpoint",
            "updateWebhookEndpoint",
            "deleteWebhookEndpoint",
            "testWebhookEndpoint",
            "rotateWebhookSecret",
            "replayWebhookEvents");
    private static final Set<String> TERMINAL =
        Set.of("completed", "expired", "canceled", "failed");

    /**
     * Creates the resources.
     *
     * @param later an order that is not dialed soon
     * @param soon one that is, to a number that answers
     */
    static Known make(Api api, JsonNode later, JsonNode soon) {
      String order = api.create(later).is(202).id();
      String dialed = api.create(soon).is(202).id();
      ServiceResponse ended =
          Await.until(
              dialed + " ends",
              () -> api.order(dialed),
              response -> TERMINAL.contains(response.at("/status")));
      ServiceResponse events =
          Await.until(
              "the feed contains " + order,
              () -> api.get("/v1/events?call_order_id=" + order).is(200),
              response -> !response.rows().isEmpty());
      for (String key : List.of("changed", "archived")) {
        api.post(OrderTypeBody.PATH, OrderTypeBody.of(key)).is(201);
      }
      ServiceResponse entry =
          api.post("/v1/suppressions", Api.json("{\"subject_reference\": \"f\"}"));
      return new Known(
          order, ended.at("/calls/0/id"), events.at("/data/0/id"), entry.is(201).id(), own(api));
    }

    /** The resource for the path of an operation. */
    String about(String operationId) {
      return switch (operationId) {
        case "getCall", "getCallEvidence", "getCallTranscript", "getCallRecording" -> call;
        case "getEvent" -> event;
        case "getOrderType", "updateOrderType", "listOrderTypeVersions" -> "changed";
        case "archiveOrderType" -> "archived";
        case "deleteSuppression" -> entry;
        default -> own.getOrDefault(operationId, order);
      };
    }

    /** Without the permitted webhook target there is none. */
    private static Map<String, String> own(Api api) {
      Map<String, String> own = new HashMap<>();
      List<String> promises = api.get("/v1/promises").is(200).ids();
      own.put("getPromise", promises.isEmpty() ? "none" : promises.getFirst());
      for (String operation : List.of("getHold", "releaseHold")) {
        ObjectNode hold = Api.json("{\"reason\": \"other\"}").put("subject_reference", operation);
        own.put(operation, api.post("/v1/holds", hold).is(201).id());
      }
      for (String operation : OF_ENDPOINTS) {
        ServiceResponse made = api.post(TestWebhookEndpoints.PATH, TestWebhookEndpoints.body());
        own.put(operation, made.status() == 201 ? made.id() : "none");
      }
      ServiceResponse sent =
          api.get("/v1/webhook-deliveries?endpoint_id=" + own.get("replayWebhookEvents"));
      own.put("resendWebhookDelivery", sent.rows().isEmpty() ? "none" : sent.at("/data/0/id"));
      for (String operation : OF_SEQUENCES) {
        own.put(operation, SequenceBody.create(api, operation.toLowerCase(Locale.ROOT)));
      }
      String sequence = api.post(SequenceBody.PATH, Api.json(SEQUENCE_WITH_WAIT)).is(201).id();
      SequenceBody.activate(api, sequence, 1).is(200);
      for (String operation : OF_ENROLLMENTS) {
        ServiceResponse signal = signal(api, operation);
        own.put(operation, signal.at("/triggered/0/enrollment_id"));
        own.put("getSignal", signal.id());
      }
      api.post("/v1/enrollments/" + own.get("resumeEnrollment") + "/pause").is(200);
      return own;
    }

    private static ServiceResponse signal(Api api, String person) {
      return api.post("/v1/signals", SignalBody.of("fuzz.begun", person, person).json()).is(201);
    }
  }

  FuzzRequests(ContractCheck contract, Known known, Random random) {
    this.contract = contract;
    this.known = known;
    this.random = random;
  }

  /** The same requests about another order, since requests may end orders. */
  FuzzRequests about(String order) {
    Known others = new Known(order, known.call(), known.event(), known.entry(), known.own());
    return new FuzzRequests(contract, others, random);
  }

  /** A request; {@code body} may be null. */
  record Request(String method, String target, List<String> headers, String body) {
    Request withoutHeader(String name) {
      List<String> fewer = new ArrayList<>(headers);
      int at = fewer.indexOf(name);
      if (at >= 0) {
        fewer.subList(at, at + 2).clear();
      }
      return new Request(method, target, fewer, body);
    }

    /** Adds all other header fields. */
    Request withEveryHeader(String idempotencyKey) {
      List<String> all = new ArrayList<>(headers);
      HEADERS.forEach(
          (name, values) -> {
            if (!all.contains(name)) {
              String first = name.equals("Idempotency-Key") ? idempotencyKey : values.getFirst();
              all.addAll(List.of(name, first));
            }
          });
      return new Request(method, target, all, body);
    }

    /** One request per value of a header field except the first, with all other fields. */
    List<Request> withEachHeaderValue(String idempotencyKey) {
      List<Request> requests = new ArrayList<>();
      new TreeMap<>(HEADERS)
          .forEach(
              (name, values) -> {
                for (String value : values.subList(1, values.size())) {
                  Request varied = withoutHeader(name).withHeader(name, value);
                  requests.add(varied.withEveryHeader(idempotencyKey + requests.size()));
                }
              });
      return requests;
    }

    private Request withHeader(String name, String value) {
      List<String> more = new ArrayList<>(headers);
      more.addAll(List.of(name, value));
      return new Request(method, target, more, body);
    }

    Request withTarget(String other) {
      return new Request(method, other, headers, body);
    }

    Request withBody(String other) {
      return new Request(method, target, headers, other);
    }

    ServiceResponse send(Api api) {
      return api.send(method, target, body, headers.toArray(String[]::new));
    }
  }

  Request next(DocumentedOperation operation) {
    return new Request(
        operation.method(), target(operation), headers(operation, random), body(operation, random));
  }

  private String target(DocumentedOperation operation) {
    String path =
        operation.path(
            random.nextInt(4) > 0 ? known.about(operation.id()) : encoded(pick(random)),
            random.nextInt(4) > 0 ? "1" : encoded(pick(random)));
    StringBuilder query = new StringBuilder();
    for (JsonNode parameter : operation.node().path("parameters")) {
      JsonNode resolved = contract.resolve(parameter);
      if (resolved.path("in").asText().equals("query") && random.nextInt(3) == 0) {
        String value =
            random.nextBoolean() ? valid(resolved.path("name").asText()) : encoded(pick(random));
        query.append(query.isEmpty() ? '?' : '&').append(resolved.path("name").asText());
        query.append('=').append(value);
      }
    }
    if (random.nextInt(12) == 0) {
      query.append(query.isEmpty() ? '?' : '&').append(encoded(pick(random)));
    }
    return path + query;
  }

  private String valid(String parameter) {
    return switch (parameter) {
      case "limit" -> "3";
      case "status" -> "scheduled";
      case "call_order_id" -> known.order();
      case "after" -> known.event();
      case "event_types" -> "call.*";
      case "wait" -> "1";
      case "created_after", "created_before" -> "2027-07-07T08:00:00Z";
      default -> "x";
    };
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** A value as text, whatever its JSON type. */
  private static String pick(Random random) {
    String value = VALUES.get(random.nextInt(VALUES.size()));
    return value.startsWith("\"") ? Json.parse(value).asText() : value;
  }

  private static List<String> headers(DocumentedOperation operation, Random random) {
    List<String> headers = new ArrayList<>();
    if (operation.method().equals("PATCH") && random.nextInt(6) > 0) {
      headers.addAll(List.of("If-Match", random.nextInt(4) > 0 ? "*" : "\"1\""));
    }
    if (random.nextInt(15) == 0) {
      headers.addAll(
          List.of("Content-Type", random.nextBoolean() ? "text/csv" : "a/b; charset=\"x"));
    }
    if (random.nextInt(20) == 0) {
      headers.addAll(List.of("Accept", random.nextBoolean() ? "image/png" : "*/*;q=0"));
    }
    if (random.nextInt(20) == 0) {
      headers.addAll(List.of("Content-Encoding", "gzip"));
    }
    int others = random.nextInt(5) == 0 ? 1 : 10;
    new TreeMap<>(HEADERS)
        .forEach(
            (name, values) -> {
              if (!headers.contains(name) && random.nextInt(others) == 0) {
                headers.addAll(List.of(name, values.get(random.nextInt(values.size()))));
              }
            });
    return headers;
  }

  private static String body(DocumentedOperation operation, Random random) {
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
