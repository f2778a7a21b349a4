package eu.callorders.console.sequence;

import eu.callorders.console.form.JsonField;
import java.util.EnumSet;
import java.util.List;

/** The fields of a step, each with its JSON pointer in the step. */
enum StepField implements JsonField {
  ID("/id", Kind.TEXT),
  AFTER_MIN("/after/min", Kind.TEXT),
  AFTER_MAX("/after/max", Kind.TEXT),
  UNTIL_DATE("/until/date", Kind.DATE),
  UNTIL_TIME("/until/local_time", Kind.TEXT),
  SKIP("/skip_remaining_if", Kind.LINES),
  ORDER_TYPE("/order_type", Kind.SUGGESTED),
  MAX_ATTEMPTS("/scheduling/max_attempts", Kind.NUMBER),
  EXIT_CODES("/exit_when/summary_codes", Kind.LINES),
  EXIT_REACHABILITY("/exit_when/reachability", Kind.LINES),
  EXIT_REASON("/exit_reason", Kind.TEXT),
  MIN_GAP_HOURS("/scheduling/retry/min_gap_hours", Kind.NUMBER),
  RANDOMIZE("/scheduling/retry/randomize_within_window", Kind.FLAG, "true", "false"),
  LOCAL_CALL_TIMES("/scheduling/local_call_times", Kind.CALL_TIMES),
  NOT_BEFORE("/scheduling/window/not_before", Kind.TIMESTAMP),
  NOT_AFTER("/scheduling/window/not_after", Kind.END),
  ON_VIOLATION("/scheduling/on_window_violation", Kind.CHOICE, "defer", "reject"),
  INSTALLMENTS("/negotiation/installments", Kind.CHOICE, StepField.RAISED),
  MIN_INSTALLMENT("/negotiation/installments/min_installment/value", Kind.AMOUNT),
  CURRENCY("/negotiation/installments/min_installment/currency", Kind.CURRENCY),
  SETTLEMENT("/negotiation/settlement", Kind.CHOICE, StepField.RAISED),
  TRANSCRIPT("/delivery/transcript", Kind.CHOICE, "structured", "none"),
  RECORDING("/delivery/include_recording_reference", Kind.FLAG, "true", "false"),
  VARIABLES("/variables", Kind.METADATA);

  /** The value of a subject that the agent may raise. */
  static final String RAISED = "raised";

  static final List<StepField> WAIT =
      List.of(ID, AFTER_MIN, AFTER_MAX, UNTIL_TIME, UNTIL_DATE, SKIP);

  static final List<StepField> CALL =
      List.of(ID, ORDER_TYPE, MAX_ATTEMPTS, EXIT_CODES, EXIT_REACHABILITY, EXIT_REASON);

  /** Fields of a call that most sequences leave to the order type. */
  static final List<StepField> MORE = List.copyOf(EnumSet.range(MIN_GAP_HOURS, VARIABLES));

  private final String pointer;
  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // an immutable list
  private final List<String> choices;

  StepField(String pointer, Kind kind, String... choices) {
    this.pointer = pointer;
    this.kind = kind;
    this.choices = List.of(choices);
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
    return switch (this) {
      case INSTALLMENTS, SETTLEMENT -> "negotiation";
      case TRANSCRIPT -> "transcript_mode";
      default -> JsonField.super.registry();
    };
  }
}
