package eu.callorders.server.logging;

import io.vertx.pgclient.PgException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an exception may say in a log. Libraries, and databases most of all, repeat the values that
 * they stumble over; so their words are dropped, and those of this code are kept, which names
 * identifiers and nothing else. The stack trace tells the rest.
 */
public final class ThrowableRedactor {
  private static final String OURS = "eu.callorders.";

  /** PostgreSQL's class of faults of a statement itself: statements are constants of ours. */
  private static final String OF_THE_STATEMENT = "42";

  /** Failures that were made of a text and of nothing else, or tell of an address. */
  private static final List<String> HARMLESS =
      List.of("io.vertx.core.impl.NoStackTrace", "io.netty.channel.");

  private ThrowableRedactor() {}

  /** The kind of failure, and its words where they are safe. */
  public static String name(@Nullable Throwable failure) {
    if (failure == null) {
      return "none";
    }
    String words = of(failure);
    String kind = failure.getClass().getSimpleName();
    return words == null ? kind : kind + (failure instanceof PgException ? " " : ": ") + words;
  }

  /** The words; null when there are none, or none that are safe. */
  static @Nullable String of(Throwable failure) {
    if (failure instanceof PgException database) {
      return ofDatabase(database);
    }
    String words = failure.getMessage();
    return words != null && isSafe(failure) && !repeatsACause(failure, words) ? words : null;
  }

  private static String ofDatabase(PgException failure) {
    String state = failure.getSqlState();
    String more =
        state.startsWith(OF_THE_STATEMENT) ? failure.getErrorMessage() : failure.getConstraint();
    return more == null ? state : state + " " + more;
  }

  private static boolean isSafe(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    String kind = failure.getClass().getName();
    return (trace.length > 0 && trace[0].getClassName().startsWith(OURS))
        || failure instanceof SocketException
        || failure instanceof UnknownHostException
        || HARMLESS.stream().anyMatch(kind::startsWith);
  }

  /** As an exception does that was made of nothing but another one. */
  private static boolean repeatsACause(Throwable failure, String words) {
    Throwable cause = failure.getCause();
    int depth = 0;
    while (cause != null && depth++ < 20) {
      String repeated = cause.getMessage();
      if (repeated != null && words.contains(repeated) && !repeated.equals(of(cause))) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
