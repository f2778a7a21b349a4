package eu.callorders.client.api;

/** No response came; whether a write took effect, a repetition with the same key shows. */
public final class UnreachableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why there is no response. */
  public enum Reason {
    /** No connection, or it ended before the response began. */
    NOT_CONNECTED,
    /** No connection within the time limit of the HTTP client. */
    CONNECT_TIMEOUT,
    /** No TLS, or an untrusted certificate. */
    INSECURE,
    /** The response was not complete within the time limit. */
    TIMEOUT,
    /** The response broke off. */
    INCOMPLETE,
    /** The response exceeds the size limit. */
    TOO_LARGE,
    /** The response is no document of the operation. */
    UNREADABLE,
    /** The thread was interrupted. */
    INTERRUPTED
  }

  private final Reason reason;

  public UnreachableException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** Whether the same request may succeed later; a handshake that broke off looks insecure. */
  public boolean isTemporary() {
    return switch (reason) {
      case NOT_CONNECTED, CONNECT_TIMEOUT, INSECURE, TIMEOUT, INCOMPLETE -> true;
      case TOO_LARGE, UNREADABLE, INTERRUPTED -> false;
    };
  }
}
