package eu.callorders.console.signal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.form.JsonForm;
import eu.callorders.console.ui.FailureMessage;
import java.util.List;
import java.util.Optional;

/** The values of the form of a signal and the errors of its fields. */
final class SignalForm extends JsonForm<SignalField> {
  SignalForm(JsonFieldConverter converter) {
    super(SignalField.ALL, converter);
  }

  /**
   * The body of a new signal; empty when a field is missing or unreadable, which is then marked.
   */
  Optional<ObjectNode> newSignal() {
    for (SignalField field : SignalField.REQUIRED) {
      if (text(field).isEmpty()) {
        Problem.FieldError missing = new Problem.FieldError(field.pointer(), "required", "");
        setError(field, FailureMessage.of(missing));
      }
    }
    ObjectNode body = Json.object();
    if (isFilled(SignalField.SUBJECT)) {
      String person = text(SignalField.SUBJECT_REFERENCE);
      // even if the name stays empty: the service then reports what is missing
      body.withObject("/subject/name");
      body.withObject("/subject").put("reference", person);
    }
    boolean hasContext = isFilled(SignalField.CONTEXT);
    if (hasContext) {
      body.withObject("/context/claim/outstanding");
    }
    Optional<ObjectNode> complete = complete(body);
    if (!hasContext) {
      complete.ifPresent(signal -> signal.remove("context"));
    }
    return complete;
  }

  private boolean isFilled(List<SignalField> part) {
    return part.stream()
        .anyMatch(field -> !SignalField.CLAIM_DEFAULTS.contains(field) && !text(field).isEmpty());
  }

  /** The form has the reference of the person once. */
  @Override
  protected Optional<SignalField> fieldFor(String pointer) {
    return pointer.equals("/subject/reference")
        ? Optional.of(SignalField.SUBJECT_REFERENCE)
        : super.fieldFor(pointer);
  }
}
