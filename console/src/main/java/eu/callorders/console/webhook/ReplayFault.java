package eu.callorders.console.webhook;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.FailureMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What is wrong with a field of a replay.
 *
 * @param key of the registry {@code fault}; empty when the service has found it
 * @param message what the service has against it; empty when the console has found it
 */
record ReplayFault(Field field, String key, String message) {
  /** What can be filled in, and where the contract has it. */
  enum Field {
    SINCE("/since"),
    AFTER("/after"),
    UNTIL("/until"),
    EVENT_TYPES("/event_types");

    private final String pointer;

    Field(String pointer) {
      this.pointer = pointer;
    }

    private boolean holds(String fault) {
      return fault.equals(pointer) || fault.startsWith(pointer + "/");
    }
  }

  private static final String RANGE = "replay_range";

  static ReplayFault own(Field field, String key) {
    return new ReplayFault(field, key, "");
  }

  /**
   * What the service has refused, field by field.
   *
   * @param beginning the field that says where the range begins
   * @return empty when some of it is about no field
   */
  static List<ReplayFault> of(Problem problem, Field beginning) {
    if (problem.faults().isEmpty() && problem.code().equals(RANGE)) {
      FailureMessage words = FailureMessage.of(new Failure.Refused(problem));
      return List.of(new ReplayFault(beginning, "", words.advice()));
    }
    List<ReplayFault> placed = new ArrayList<>();
    for (Problem.Fault fault : problem.faults()) {
      Optional<Field> field =
          Arrays.stream(Field.values()).filter(it -> it.holds(fault.pointer())).findFirst();
      if (field.isEmpty()) {
        return List.of();
      }
      placed.add(new ReplayFault(field.get(), "", FailureMessage.of(fault)));
    }
    return List.copyOf(placed);
  }
}
