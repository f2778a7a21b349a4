package eu.callorders.core.problem;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A refusal, as a value: what the domain answers instead of throwing.
 *
 * @param code which refusal of the catalogue
 * @param detail one sentence for the developer who reads it; never personal data
 * @param errors the faults of single members; empty but for refusals that point at members
 * @param retryAfter when the same request may be sent again; null when the answer would not change
 */
public record Problem(
    ProblemCode code, String detail, List<FieldError> errors, @Nullable Duration retryAfter) {

  public Problem {
    errors = List.copyOf(errors);
  }

  public static Problem of(ProblemCode code, String detail) {
    return new Problem(code, detail, List.of(), null);
  }

  /** A refusal that names the member at fault. */
  public static Problem of(ProblemCode code, String detail, FieldError error) {
    return new Problem(code, detail, List.of(error), null);
  }

  public static Problem retryLater(ProblemCode code, String detail, Duration retryAfter) {
    return new Problem(code, detail, List.of(), retryAfter);
  }

  /** All faults of an invalid request. */
  public static Problem invalid(List<FieldError> errors) {
    return new Problem(ProblemCode.VALIDATION_FAILED, errors.size() + " faults", errors, null);
  }

  public static Problem notFound() {
    return of(ProblemCode.NOT_FOUND, "There is nothing at this address.");
  }
}
