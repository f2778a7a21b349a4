package eu.callorders.server.webhook.delivery;

import eu.callorders.core.wire.WireEnum;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.PrematureChannelClosureException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLException;

/**
 * Error class of an attempt as clients see it. It reveals nothing about foreign networks: neither
 * the addresses of a host nor the state of a port.
 */
public enum AttemptError implements WireEnum {
  /** The URL breaks a rule, or its host has no address or a non-public one. */
  TARGET_REFUSED,

  /** Refused, closed, reset or timed out, deliberately not distinguished. */
  CONNECTION_FAILED,

  /** The certificate is untrusted, expired, or issued for another host. */
  CERTIFICATE_REFUSED,

  /** The response is not HTTP, or its head is too large. */
  INVALID_RESPONSE,

  /** A 2xx response without the expected challenge. */
  CHALLENGE_NOT_ANSWERED,

  /** The event cannot be sent to any endpoint. */
  UNSENDABLE;

  /**
   * The error of a failed request. Of TLS failures only those of the certificate have their own.
   */
  static AttemptError of(Throwable failure) {
    AttemptError error = CONNECTION_FAILED;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof GeneralSecurityException) {
        return CERTIFICATE_REFUSED;
      }
      if (cause instanceof CodecException || cause instanceof IllegalArgumentException) {
        error = INVALID_RESPONSE;
      }
      if (cause instanceof SSLException || cause instanceof PrematureChannelClosureException) {
        error = CONNECTION_FAILED;
      }
    }
    return error;
  }
}
