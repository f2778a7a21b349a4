package eu.callorders.console.order;

import eu.callorders.console.form.JsonField;
import java.util.Arrays;
import java.util.List;

/** The fields of an order form, each with its JSON pointer in the contract. */
enum OrderField implements JsonField {
  ORDER_TYPE("/order_type", Kind.SUGGESTED),
  CLIENT_REFERENCE("/client_reference", Kind.TEXT),
  SUBJECT_REFERENCE("/subject/reference", Kind.TEXT),
  GIVEN_NAME("/subject/name/given_name", Kind.TEXT),
  FAMILY_NAME("/subject/name/family_name", Kind.TEXT),
  LOCALE("/subject/locale", Kind.TEXT),
  PHONE("/contacts/0/value", Kind.PHONE),
  OUTSTANDING("/context/claim/outstanding/value", Kind.AMOUNT),
  CURRENCY("/context/claim/outstanding/currency", Kind.CURRENCY),
  CREDITOR("/context/claim/creditor_name", Kind.TEXT),
  BASIS("/context/claim/basis/kind", Kind.TEXT),
  INVOICE_NUMBER("/context/claim/reference/invoice_number", Kind.TEXT),
  DUE_DATE("/context/claim/due_date", Kind.DATE),
  NOTES("/context/notes", Kind.LINES),
  NOT_BEFORE("/scheduling/window/not_before", Kind.TIMESTAMP),
  NOT_AFTER("/scheduling/window/not_after", Kind.END),
  LOCAL_CALL_TIMES("/scheduling/local_call_times", Kind.CALL_TIMES),
  MAX_ATTEMPTS("/scheduling/max_attempts", Kind.NUMBER),
  MIN_GAP_HOURS("/scheduling/retry/min_gap_hours", Kind.NUMBER),
  RANDOMIZE("/scheduling/retry/randomize_within_window", Kind.FLAG, "true", "false"),
  ON_VIOLATION("/scheduling/on_window_violation", Kind.CHOICE, "defer", "reject"),
  METADATA("/metadata", Kind.METADATA),
  SIMULATED_OUTCOME(
      "/simulate/outcome/summary_code",
      Kind.CHOICE,
      "payment_promised",
      "installment_wish",
      "settlement_wish",
      "disputed",
      "objection_to_calls",
      "conversation_incomplete",
      "callback_requested",
      "refused",
      "payment_claimed",
      "third_party_only",
      "language_barrier",
      "hardship_stated",
      "identity_not_confirmed",
      "deceased_reported",
      "represented",
      "insolvency_reported",
      "human_requested",
      "wrong_number",
      "no_outcome"),
  SIMULATED_ATTEMPTS("/simulate/attempts", Kind.LIST),
  RING_MS("/simulate/delays/ring_ms", Kind.NUMBER),
  TALK_MS("/simulate/delays/talk_ms", Kind.NUMBER),
  REPORT_MS("/simulate/delays/report_ms", Kind.NUMBER);

  static final List<OrderField> ALL = List.of(values());
  static final List<OrderField> SCHEDULING = withPrefix("/scheduling/");
  static final List<OrderField> SIMULATION = withPrefix("/simulate/");

  private final String pointer;
  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // an immutable list
  private final List<String> choices;

  OrderField(String pointer, Kind kind, String... choices) {
    this.pointer = pointer;
    this.kind = kind;
    this.choices = List.of(choices);
  }

  private static List<OrderField> withPrefix(String path) {
    return Arrays.stream(values()).filter(field -> field.pointer.startsWith(path)).toList();
  }

  @Override
  public String pointer() {
    return pointer;
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public List<String> choices() {
    return choices;
  }

  @Override
  public String registry() {
    return this == SIMULATED_OUTCOME ? "summary_code" : JsonField.super.registry();
  }
}
