package eu.callorders.console.order;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What an operator can fill in of an order, and where the contract has it. */
enum OrderField {
  ORDER_TYPE("/order_type", Kind.SUGGESTED),
  CLIENT_REFERENCE("/client_reference", Kind.TEXT),
  SUBJECT_REFERENCE("/subject/reference", Kind.TEXT),
  GIVEN_NAME("/subject/name/given_name", Kind.TEXT),
  FAMILY_NAME("/subject/name/family_name", Kind.TEXT),
  LOCALE("/subject/locale", Kind.TEXT),
  PHONE("/contacts/0/value", Kind.TEXT),
  OUTSTANDING("/context/claim/outstanding/value", Kind.AMOUNT),
  CURRENCY("/context/claim/outstanding/currency", Kind.TEXT),
  CREDITOR("/context/claim/creditor_name", Kind.TEXT),
  BASIS("/context/claim/basis/kind", Kind.TEXT),
  INVOICE_NUMBER("/context/claim/reference/invoice_number", Kind.TEXT),
  DUE_DATE("/context/claim/due_date", Kind.TEXT),
  NOTES("/context/notes", Kind.LINES),
  NOT_BEFORE("/scheduling/window/not_before", Kind.MOMENT),
  NOT_AFTER("/scheduling/window/not_after", Kind.MOMENT),
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

  /** How it is written down. */
  enum Kind {
    TEXT,
    AMOUNT,
    LINES,
    SUGGESTED,
    CHOICE,
    FLAG,
    NUMBER,
    MOMENT,
    LIST,
    CALL_TIMES,
    METADATA
  }

  static final List<OrderField> ALL = List.of(values());
  static final List<OrderField> SCHEDULING = below("/scheduling/");
  static final List<OrderField> SIMULATION = below("/simulate/");

  private final String pointer;
  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> choices;

  OrderField(String pointer, Kind kind, String... choices) {
    this.pointer = pointer;
    this.kind = kind;
    this.choices = List.of(choices);
  }

  private static List<OrderField> below(String path) {
    return Arrays.stream(values()).filter(field -> field.pointer.startsWith(path)).toList();
  }

  String pointer() {
    return pointer;
  }

  Kind kind() {
    return kind;
  }

  /** What can be chosen; empty where anything can be written. */
  List<String> choices() {
    return choices;
  }

  /** Under which name its texts are found. */
  String key() {
    return "field." + name().toLowerCase(Locale.ROOT);
  }

  /** What is told of lines that are none: a key among the texts. */
  String fault() {
    return kind == Kind.CALL_TIMES ? CallTimes.FAULT : MetadataLines.FAULT;
  }

  /** Whether a fault at that pointer, or inside what it points at, is one of this field. */
  boolean holds(String fault) {
    return fault.equals(pointer) || fault.startsWith(pointer + "/");
  }

  /** Whether it is a part of what the pointer points at. */
  boolean isBelow(String fault) {
    return !fault.isEmpty() && pointer.startsWith(fault + "/");
  }
}
