package eu.callorders.db;

/**
 * The database does not respond, but may later; the message gives the operator the reason, without
 * secrets.
 */
public final class UnreachableDatabaseException extends RuntimeException {
  public UnreachableDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
