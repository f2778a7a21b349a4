package eu.callorders.client.api;

/** No response came; whether a write took effect, a repetition with the same key shows. */
public final class UnreachableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
