package eu.callorders.db;

import org.jspecify.annotations.Nullable;

/** The database cannot be used; the message gives the operator the reason, without secrets. */
public final class UnusableDatabaseException extends RuntimeException {
  public UnusableDatabaseException(String message) {
    this(message, null);
  }

  UnusableDatabaseException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
