package eu.callorders.server.logging;

import io.vertx.pgclient.PgException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what of an exception is logged. Libraries, databases most of all, repeat values in their
 * messages, so those are dropped. Messages of this code contain identifiers only and are logged, as
 * is the stack trace.
 */
public final class ThrowableRedactor {
  private static final String OWN_PACKAGE = "eu.callorders.";

  /**
   * PostgreSQL's class of errors in the statement itself; statements are constants of this code.
   */
  private static final String STATEMENT_CLASS = "42";

  /** Exceptions with fixed messages or messages that contain only an address. */
  private static final List<String> HARMLESS =
      List.of("io.vertx.core.impl.NoStackTrace", "io.netty.channel.");

  private ThrowableRedactor() {}

  /** The simple class name, followed by the message if it is safe. */
  public static String describe(@Nullable Throwable failure) {
    if (failure == null) {
      return "none";
    }
    String message = message(failure);
    String type = failure.getClass().getSimpleName();
    return message == null ? type : type + (failure instanceof PgException ? " " : ": ") + message;
  }

  /** The message; null when absent or unsafe. */
  static @Nullable String message(Throwable failure) {
    if (failure instanceof PgException database) {
      return databaseMessage(database);
    }
    String message = failure.getMessage();
    return message != null && isSafe(failure) && !repeatsCause(failure, message) ? message : null;
  }

  private static String databaseMessage(PgException failure) {
    String state = failure.getSqlState();
    String more =
        state.startsWith(STATEMENT_CLASS) ? failure.getErrorMessage() : failure.getConstraint();
    return more == null ? state : state + " " + more;
  }

  private static boolean isSafe(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    String kind = failure.getClass().getName();
    return (trace.length > 0 && trace[0].getClassName().startsWith(OWN_PACKAGE))
        || failure instanceof SocketException
        || failure instanceof UnknownHostException
        || HARMLESS.stream().anyMatch(kind::startsWith);
  }

  /** An exception that wraps another one repeats its message. */
  private static boolean repeatsCause(Throwable failure, String message) {
    Throwable cause = failure.getCause();
    int depth = 0;
    while (cause != null && depth++ < 20) {
      String repeated = cause.getMessage();
      if (repeated != null && message.contains(repeated) && !repeated.equals(message(cause))) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
