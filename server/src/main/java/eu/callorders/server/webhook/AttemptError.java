package eu.callorders.server.webhook;

import java.util.Locale;

/**
 * Why an attempt came to nothing, as short as clients see it. Who owns the endpoint learns nothing
 * here about networks that are not his: what the addresses of a host are, or what a port did.
 */
enum AttemptError {
  /** The URL breaks a rule, or its host has no address, or one that is not public. */
  TARGET_REFUSED,

  /** Refused, closed, reset or timed out: one word for all of them. */
  CONNECTION_FAILED,

  /** The certificate is not trusted, has expired, or is another host's. */
  CERTIFICATE_REFUSED,

  /** What came is not HTTP, or its head is larger than anybody needs. */
  INVALID_RESPONSE,

  /** A 2xx that did not give the challenge back. */
  CHALLENGE_NOT_ANSWERED,

  /** The event cannot be sent to anybody. */
  UNSENDABLE;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
