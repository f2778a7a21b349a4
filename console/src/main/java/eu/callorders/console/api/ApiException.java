package eu.callorders.console.api;

/** Wraps a {@link Failure}. */
public final class ApiException extends Exception {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial")
  private final transient Failure failure;

  public ApiException(Failure failure) {
    super(failure.toString());
    this.failure = failure;
  }

  public Failure failure() {
    return failure;
  }
}
