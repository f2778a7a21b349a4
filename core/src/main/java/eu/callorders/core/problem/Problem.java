package eu.callorders.core.problem;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rejected request, as a value.
 *
 * @param code stable machine code
 * @param detail one sentence for the developer of a client; never personal data
 * @param errors the invalid members; empty for other problems
 * @param retryAfter when to send the same request again; null when the result would not change
 * @param parameters the values that the detail names, by their name; strings and numbers
 */
public record Problem(
    ProblemCode code,
    String detail,
    List<FieldError> errors,
    @Nullable Duration retryAfter,
    Map<String, Object> parameters) {

  public Problem {
    errors = List.copyOf(errors);
    parameters = Map.copyOf(parameters);
  }

  /** With the values that the detail names. */
  public Problem with(Map<String, Object> values) {
    return new Problem(code, detail, errors, retryAfter, values);
  }

  public static Problem of(ProblemCode code, String detail) {
    return new Problem(code, detail, List.of(), null, Map.of());
  }

  /** With the invalid member. */
  public static Problem of(ProblemCode code, String detail, FieldError error) {
    return new Problem(code, detail, List.of(error), null, Map.of());
  }

  public static Problem retryLater(ProblemCode code, String detail, Duration retryAfter) {
    return new Problem(code, detail, List.of(), retryAfter, Map.of());
  }

  public static Problem invalid(List<FieldError> errors) {
    return new Problem(
        ProblemCode.VALIDATION_FAILED, errors.size() + " faults", errors, null, Map.of());
  }

  public static Problem notFound() {
    return of(ProblemCode.NOT_FOUND, "There is nothing at this address.");
  }
}
