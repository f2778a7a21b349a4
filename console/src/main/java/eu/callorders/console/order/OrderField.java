package eu.callorders.console.order;

import eu.callorders.console.form.FieldKind;
import eu.callorders.console.form.JsonField;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The fields of an order form, each with its JSON pointer in the contract. */
enum OrderField implements JsonField {
  ORDER_TYPE("/order_type", FieldKind.SUGGESTED),
  CLIENT_REFERENCE("/client_reference", FieldKind.TEXT),
  SUBJECT_REFERENCE("/subject/reference", FieldKind.TEXT),
  GIVEN_NAME("/subject/name/given_name", FieldKind.TEXT),
  FAMILY_NAME("/subject/name/family_name", FieldKind.TEXT),
  LOCALE("/subject/locale", FieldKind.TEXT),
  PHONE("/contacts/0/value", FieldKind.TEXT),
  OUTSTANDING("/context/claim/outstanding/value", FieldKind.AMOUNT),
  CURRENCY("/context/claim/outstanding/currency", FieldKind.TEXT),
  CREDITOR("/context/claim/creditor_name", FieldKind.TEXT),
  BASIS("/context/claim/basis/kind", FieldKind.TEXT),
  INVOICE_NUMBER("/context/claim/reference/invoice_number", FieldKind.TEXT),
  DUE_DATE("/context/claim/due_date", FieldKind.TEXT),
  NOTES("/context/notes", FieldKind.LINES),
  NOT_BEFORE("/scheduling/window/not_before", FieldKind.TIMESTAMP),
  NOT_AFTER("/scheduling/window/not_after", FieldKind.TIMESTAMP),
  LOCAL_CALL_TIMES("/scheduling/local_call_times", FieldKind.CALL_TIMES),
  MAX_ATTEMPTS("/scheduling/max_attempts", FieldKind.NUMBER),
  MIN_GAP_HOURS("/scheduling/retry/min_gap_hours", FieldKind.NUMBER),
  RANDOMIZE("/scheduling/retry/randomize_within_window", FieldKind.FLAG, "true", "false"),
  ON_VIOLATION("/scheduling/on_window_violation", FieldKind.CHOICE, "defer", "reject"),
  METADATA("/metadata", FieldKind.METADATA),
  SIMULATED_OUTCOME(
      "/simulate/outcome/summary_code",
      FieldKind.CHOICE,
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
  SIMULATED_ATTEMPTS("/simulate/attempts", FieldKind.LIST),
  RING_MS("/simulate/delays/ring_ms", FieldKind.NUMBER),
  TALK_MS("/simulate/delays/talk_ms", FieldKind.NUMBER),
  REPORT_MS("/simulate/delays/report_ms", FieldKind.NUMBER);

  static final List<OrderField> ALL = List.of(values());
  static final List<OrderField> SCHEDULING = withPrefix("/scheduling/");
  static final List<OrderField> SIMULATION = withPrefix("/simulate/");

  private final String pointer;
  private final FieldKind kind;

  @SuppressWarnings("ImmutableEnumChecker") // an immutable list
  private final List<String> choices;

  OrderField(String pointer, FieldKind kind, String... choices) {
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
  public FieldKind kind() {
    return kind;
  }

  @Override
  public List<String> choices() {
    return choices;
  }

  @Override
  public String key() {
    return "field." + name().toLowerCase(Locale.ROOT);
  }
}
