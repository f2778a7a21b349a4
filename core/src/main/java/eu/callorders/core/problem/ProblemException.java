package eu.callorders.core.problem;

import java.time.Duration;
import java.util.List;

/**
 * Carries a {@link Problem} through code that composes futures to the handler that sends it.
 * Control flow, not a fault, hence without a stack trace.
 */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // never serialized
  private final Problem problem;

  public ProblemException(Problem problem) {
    super(problem.code().wire(), null, false, false);
    this.problem = problem;
  }

  public static ProblemException of(ProblemCode code, String detail) {
    return new ProblemException(Problem.of(code, detail));
  }

  public static ProblemException notFound() {
    return new ProblemException(Problem.notFound());
  }

  public static ProblemException invalid(FieldError error) {
    return invalid(List.of(error));
  }

  public static ProblemException invalid(List<FieldError> errors) {
    return new ProblemException(Problem.invalid(errors));
  }

  public static ProblemException retryLater(ProblemCode code, String detail, Duration retryAfter) {
    return new ProblemException(Problem.retryLater(code, detail, retryAfter));
  }

  public Problem problem() {
    return problem;
  }
}
