package eu.callorders.console.webhook;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.FailureMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An invalid field of a replay.
 *
 * @param key of the registry {@code fault}, for errors found by the console; else empty
 * @param message message of the service; else empty
 */
record ReplayFieldError(Field field, String key, String message) {
  /** The fields of the form. */
  enum Field {
    SINCE("/since"),
    AFTER("/after"),
    UNTIL("/until"),
    EVENT_TYPES("/event_types");

    private final String pointer;

    Field(String pointer) {
      this.pointer = pointer;
    }

    private boolean contains(String errorPointer) {
      return errorPointer.equals(pointer) || errorPointer.startsWith(pointer + "/");
    }
  }

  private static final String RANGE = "replay_range";

  static ReplayFieldError ofKey(Field field, String key) {
    return new ReplayFieldError(field, key, "");
  }

  /**
   * Maps a problem of the service to fields.
   *
   * @param startField the field with the start of the range
   * @return empty if an error belongs to no field
   */
  static List<ReplayFieldError> of(Problem problem, Field startField) {
    if (problem.fieldErrors().isEmpty() && problem.code().equals(RANGE)) {
      FailureMessage message = FailureMessage.of(new Failure.Refused(problem));
      return List.of(new ReplayFieldError(startField, "", message.advice()));
    }
    List<ReplayFieldError> result = new ArrayList<>();
    for (Problem.FieldError error : problem.fieldErrors()) {
      Optional<Field> field =
          Arrays.stream(Field.values()).filter(it -> it.contains(error.pointer())).findFirst();
      if (field.isEmpty()) {
        return List.of();
      }
      result.add(new ReplayFieldError(field.get(), "", FailureMessage.of(error)));
    }
    return List.copyOf(result);
  }
}
