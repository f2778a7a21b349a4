package eu.callorders.console.sequence;

import eu.callorders.console.form.FieldKind;
import eu.callorders.console.form.JsonField;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/** The fields of a step, each with its JSON pointer in the step. */
enum StepField implements JsonField {
  ID("/id", FieldKind.TEXT),
  AFTER_MIN("/after/min", FieldKind.TEXT),
  AFTER_MAX("/after/max", FieldKind.TEXT),
  UNTIL_DATE("/until/date", FieldKind.TEXT),
  UNTIL_TIME("/until/local_time", FieldKind.TEXT),
  SKIP("/skip_remaining_if", FieldKind.LINES),
  ORDER_TYPE("/order_type", FieldKind.SUGGESTED),
  MAX_ATTEMPTS("/scheduling/max_attempts", FieldKind.NUMBER),
  EXIT_CODES("/exit_when/summary_codes", FieldKind.LINES),
  EXIT_REACHABILITY("/exit_when/reachability", FieldKind.LINES),
  EXIT_REASON("/exit_reason", FieldKind.TEXT),
  MIN_GAP_HOURS("/scheduling/retry/min_gap_hours", FieldKind.NUMBER),
  RANDOMIZE("/scheduling/retry/randomize_within_window", FieldKind.FLAG, "true", "false"),
  LOCAL_CALL_TIMES("/scheduling/local_call_times", FieldKind.CALL_TIMES),
  NOT_BEFORE("/scheduling/window/not_before", FieldKind.TIMESTAMP),
  NOT_AFTER("/scheduling/window/not_after", FieldKind.TIMESTAMP),
  ON_VIOLATION("/scheduling/on_window_violation", FieldKind.CHOICE, "defer", "reject"),
  INSTALLMENTS("/negotiation/installments", FieldKind.CHOICE, StepField.RAISED),
  MIN_INSTALLMENT("/negotiation/installments/min_installment/value", FieldKind.AMOUNT),
  CURRENCY("/negotiation/installments/min_installment/currency", FieldKind.TEXT),
  SETTLEMENT("/negotiation/settlement", FieldKind.CHOICE, StepField.RAISED),
  TRANSCRIPT("/delivery/transcript", FieldKind.CHOICE, "structured", "none"),
  RECORDING("/delivery/include_recording_reference", FieldKind.FLAG, "true", "false"),
  VARIABLES("/variables", FieldKind.METADATA);

  /** The value of a subject that the agent may raise. */
  static final String RAISED = "raised";

  static final List<StepField> WAIT =
      List.of(ID, AFTER_MIN, AFTER_MAX, UNTIL_TIME, UNTIL_DATE, SKIP);

  static final List<StepField> CALL =
      List.of(ID, ORDER_TYPE, MAX_ATTEMPTS, EXIT_CODES, EXIT_REACHABILITY, EXIT_REASON);

  /** Fields of a call that most sequences leave to the order type. */
  static final List<StepField> MORE = List.copyOf(EnumSet.range(MIN_GAP_HOURS, VARIABLES));

  private final String pointer;
  private final FieldKind kind;

  @SuppressWarnings("ImmutableEnumChecker") // an immutable list
  private final List<String> choices;

  StepField(String pointer, FieldKind kind, String... choices) {
    this.pointer = pointer;
    this.kind = kind;
    this.choices = List.of(choices);
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

  /** The registry of the names of its choices. */
  String registry() {
    return switch (this) {
      case RANDOMIZE -> "randomize";
      case ON_VIOLATION -> "on_violation";
      case TRANSCRIPT -> "transcript_mode";
      default -> "choice";
    };
  }
}
