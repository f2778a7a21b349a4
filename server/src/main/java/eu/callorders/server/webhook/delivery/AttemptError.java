package eu.callorders.server.webhook.delivery;

import java.util.Locale;

/**
 * Error class of an attempt as clients see it. It reveals nothing about foreign networks: neither
 * the addresses of a host nor the state of a port.
 */
public enum AttemptError {
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

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
