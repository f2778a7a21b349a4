package eu.callorders.sipgateway.sip;

import java.io.IOException;
import javax.net.ssl.SSLHandshakeException;

/** What an exception of the stack says of the request that it was to send. */
final class SendFailure {
  /** The stack's message when it has no connection to write to. */
  private static final String NOT_CONNECTED = "Could not connect to ";

  private SendFailure() {}

  /**
   * Whether no byte of the request can have reached the target. The stack still works after it has
   * written to a connection, and may fail then: when another thread closes the connection at that
   * moment, for example. An exception of an unknown kind therefore proves nothing.
   */
  static boolean provesUnsent(Exception failure, Target target) {
    if (!(failure.getCause() instanceof IOException cause)) {
      return false;
    }
    return target.transport().equals("udp")
        || cause instanceof SSLHandshakeException
        || String.valueOf(cause.getMessage()).startsWith(NOT_CONNECTED);
  }

  /** The message of the innermost cause. */
  static String message(Exception failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }
}
