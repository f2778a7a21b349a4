package eu.callorders.db;

import org.jspecify.annotations.Nullable;

/** The database cannot be used; the message tells the operator why, without secrets. */
public final class DatabaseRefused extends RuntimeException {
  public DatabaseRefused(String message) {
    this(message, null);
  }

  DatabaseRefused(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
