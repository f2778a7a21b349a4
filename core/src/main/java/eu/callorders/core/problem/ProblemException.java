package eu.callorders.core.problem;

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

  public Problem problem() {
    return problem;
  }
}
