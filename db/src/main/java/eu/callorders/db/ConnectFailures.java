package eu.callorders.db;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Distinguishes a server that does not respond from a wrong address, password or database. */
final class ConnectFailures {
  /** A full disk, too many connections; the server shuts down, crashed, starts or is read-only. */
  private static final String NOT_NOW = "25006|53[13]00|57P0[123]";

  /** The client gave up, or found no server that accepts writes. */
  private static final String UNABLE_TO_CONNECT = "08001";

  private static final String CONNECTION_LOST = "08003|08006";

  private ConnectFailures() {}

  /** Whether the same attempt may succeed later. */
  static boolean mayPass(Throwable failure) {
    SQLException error = find(failure, SQLException.class);
    String state = error == null ? null : error.getSQLState();
    if (state == null) {
      return false;
    }
    if (state.matches(NOT_NOW)) {
      return true;
    }
    return !isWrongTls(failure)
        && (state.equals(UNABLE_TO_CONNECT)
            || (state.matches(CONNECTION_LOST) && find(failure, IOException.class) != null));
  }

  /** The driver's message, with the host whose address is unknown. */
  static String describe(Throwable failure) {
    UnknownHostException unknown = find(failure, UnknownHostException.class);
    return unknown == null
        ? String.valueOf(failure.getMessage()).strip()
        : "unknown host " + unknown.getMessage();
  }

  /** A file that is absent, or a certificate that is not trusted. */
  private static boolean isWrongTls(Throwable failure) {
    return find(failure, SSLException.class) != null
        || find(failure, FileNotFoundException.class) != null
        || find(failure, GeneralSecurityException.class) != null;
  }

  private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return type.cast(cause);
      }
    }
    return null;
  }
}
