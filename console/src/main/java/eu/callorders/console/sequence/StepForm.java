package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.DurationFormat;
import eu.callorders.console.form.JsonForm;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The input of one step and its errors. */
final class StepForm extends JsonForm<StepField> {
  static final String WAIT = "wait";
  static final String CALL = "create_order";

  private final JsonNode original;
  private final StepFormats formats;

  /**
   * @param step as it was read; a new one has its type only
   */
  StepForm(JsonNode step, StepFormats formats) {
    super(fields(step), formats.converter());
    this.original = step;
    this.formats = formats;
    fields().forEach(field -> value(field).set(read(field, step)));
  }

  static StepForm ofType(String type, StepFormats formats) {
    return new StepForm(Json.object().put("type", type), formats);
  }

  /** A step of an unknown type has its identifier only. */
  private static List<StepField> fields(JsonNode step) {
    return switch (step.path("type").asText()) {
      case WAIT -> StepField.WAIT;
      case CALL -> Stream.concat(StepField.CALL.stream(), StepField.MORE.stream()).toList();
      default -> List.of(StepField.ID);
    };
  }

  String type() {
    return original.path("type").asText();
  }

  /** The step with the input; unreadable fields stay as they were. */
  ObjectNode json() {
    return applyTo(original);
  }

  /** Marks unreadable fields; whether there are none. */
  boolean check() {
    return check(original);
  }

  /** Whether it is that step without changes. */
  boolean isUnchanged(JsonNode step) {
    return original.equals(step) && !isTouched(original);
  }

  @Override
  public String read(StepField field, JsonNode step) {
    JsonNode value = step.at(field.pointer());
    return switch (field) {
      case AFTER_MIN, AFTER_MAX -> formats.durations().format(value.asText(""));
      case SKIP -> formats.formatConditions(value);
      case EXIT_CODES -> StepFormats.formatCodes(formats.summaryCodes(), value);
      case EXIT_REACHABILITY -> StepFormats.formatCodes(formats.reachability(), value);
      case INSTALLMENTS, SETTLEMENT -> value.isObject() ? StepField.RAISED : "";
      default -> super.read(field, step);
    };
  }

  @Override
  protected Optional<JsonNode> toJson(StepField field, String text, JsonNode before) {
    return switch (field) {
      case AFTER_MIN, AFTER_MAX -> DurationFormat.parse(text).map(TextNode::valueOf);
      case SKIP -> Optional.of(formats.parseConditions(text));
      case EXIT_CODES -> Optional.of(StepFormats.parseCodes(formats.summaryCodes(), text));
      case EXIT_REACHABILITY -> Optional.of(StepFormats.parseCodes(formats.reachability(), text));
      case INSTALLMENTS, SETTLEMENT ->
          Optional.of(Json.object().put("conclusion_mode", "record_wish_only"));
      default -> super.toJson(field, text, before);
    };
  }

  @Override
  protected String fault(StepField field, String text) {
    return switch (field) {
      case AFTER_MIN, AFTER_MAX -> DurationFormat.ERROR_KEY;
      default -> super.fault(field, text);
    };
  }

  /** An error of the step as a whole is that of its first member that is not the identifier. */
  @Override
  protected Optional<StepField> fieldFor(String pointer) {
    return pointer.isEmpty()
        ? Optional.of(fields().get(fields().size() > 1 ? 1 : 0))
        : super.fieldFor(pointer);
  }
}
