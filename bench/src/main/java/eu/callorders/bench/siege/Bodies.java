package eu.callorders.bench.siege;

import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Bodies of requests, small and as large as the contract permits. */
public final class Bodies {
  private static final String CONTEXT =
      """
      {"claim": {"outstanding": {"value": "99.90", "currency": "EUR"},
       "creditor_name": "Beispiel Versand GmbH", "basis": {"kind": "purchase_contract"}},
       "variables": %s}
      """;

  private static final String ORDER =
      """
      {"order_type": "payment_reminder", "subject": {"reference": "%1$s",
       "name": {"family_name": "Mustermann"}, "timezone": "Europe/Berlin"},
       "contacts": [%2$s], "context": %3$s, "scheduling": {%4$s"max_attempts": 1},
       "metadata": %5$s,
       "simulate": {"attempts": ["answered"],
        "delays": {"ring_ms": 0, "talk_ms": 0, "report_ms": 0}}}
      """;

  private static final String SIGNAL =
      """
      {"signal_type": "%1$s", "dedupe_key": "%2$s", "subject_reference": "%2$s",
       "subject": {"reference": "%2$s", "name": {"family_name": "Mustermann"},
       "timezone": "Europe/Berlin"}, "contacts": [%3$s], "context": %4$s, "metadata": %5$s}
      """;

  static final int MEBIBYTE = 1 << 20;

  private Bodies() {}

  static String smallOrder(String reference, int number) {
    return ORDER.formatted(reference, phone(number), CONTEXT.formatted("{}"), "", "{}");
  }

  /** Twenty contacts, and as much free content as fits. */
  public static String largeOrder(String reference, int number, String scheduling) {
    return orderOfContacts(
        reference, number, CONTEXT.formatted(variables()), scheduling, metadata(""));
  }

  private static String orderOfContacts(
      String reference, int number, String context, String scheduling, String metadata) {
    String contacts =
        IntStream.range(0, 20)
            .mapToObj(each -> phone(number * 20 + each))
            .collect(Collectors.joining(", "));
    return ORDER.formatted(reference, contacts, context, scheduling, metadata);
  }

  /** One contact and 113 KB, most of it in metadata and history. */
  static String orderOfOnePhone(String reference, int phone, String scheduling) {
    String entry =
        """
        {"channel": "letter", "direction": "outbound", "occurred_at": "2026-01-01T00:00:00Z",
         "summary": "%s"}
        """
            .formatted("x".repeat(1_000));
    String history = String.join(", ", Collections.nCopies(24, entry));
    return ORDER.formatted(
        reference,
        phone(phone),
        CONTEXT.formatted(variables() + ", \"history\": [" + history + "]"),
        scheduling,
        metadata("").replace('x', '€'));
  }

  static String smallSignal(String type, String key, int number) {
    return SIGNAL.formatted(type, key, phone(number), CONTEXT.formatted("{}"), "{}");
  }

  static String largeSignal(String type, String key, int number) {
    return padded(
        SIGNAL.formatted(type, key, phone(number), CONTEXT.formatted(variables()), metadata("")));
  }

  static String sequence(String key, String trigger) {
    String steps =
        IntStream.range(0, 20)
            .mapToObj(
                "{\"id\": \"s%d\", \"type\": \"wait\", \"after\": {\"min\": \"P20D\"}}"::formatted)
            .collect(Collectors.joining(", "));
    return """
    {"key": "%s", "title": "Siege", "trigger": {"signal_type": "%s"}, "steps": [%s]}
    """
        .formatted(key, trigger, steps);
  }

  /** A version of a sequence: as many steps as may be, each with as many variables as may be. */
  static String largeVersion(String trigger) {
    return padded(
        """
        {"trigger": {"signal_type": "%s"}, "steps": [%s]}
        """
            .formatted(trigger, calls("\"variables\": " + variables())));
  }

  /** As many steps as a sequence may have, each an order with that member. */
  private static String calls(String member) {
    return IntStream.range(0, 20)
        .mapToObj(
            step ->
                """
                {"id": "s%d", "type": "create_order", "order_type": "payment_reminder", %s}
                """
                    .formatted(step, member))
        .collect(Collectors.joining(", "));
  }

  /** As many orders as a preview takes, each with twenty contacts that no other preview has. */
  static String hundredOrders(int number) {
    return IntStream.range(0, 100)
        .mapToObj(
            each ->
                orderOfContacts(
                    "preview-" + each, number * 100 + each, CONTEXT.formatted("{}"), "", "{}"))
        .collect(Collectors.joining(", ", "{\"call_orders\": [", "]}"));
  }

  /** A preview of as many steps as may be, each with as many dials as may be. */
  static String longestPreview() {
    return """
    {"phone": "+493020000000",
     "version": {"trigger": {"signal_type": "siege.started"}, "steps": [%s]}}
    """
        .formatted(calls("\"scheduling\": {\"max_attempts\": 10}"));
  }

  /** Blanks up to the largest body: they are read and validated like the rest. */
  public static String padded(String json) {
    return json + " ".repeat(Math.max(0, MEBIBYTE - json.length() - 100));
  }

  /** 50 values of 500 characters. */
  static String metadata(String prefix) {
    return IntStream.range(0, 50)
        .mapToObj(
            each ->
                "\"key_%d\": \"%s\"".formatted(each, (prefix + "x".repeat(500)).substring(0, 490)))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String variables() {
    return IntStream.range(0, 100)
        .mapToObj(each -> "\"key_%d\": \"%s\"".formatted(each, "x".repeat(140)))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String phone(int number) {
    return "{\"channel\": \"phone\", \"value\": \"+49302%07d\", \"priority\": 1}"
        .formatted(Math.floorMod(number, 10_000_000));
  }
}
