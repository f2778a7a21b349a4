package eu.callorders.server.auth;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An error response of the token endpoint (RFC 6749 section 5.2).
 *
 * @param status HTTP status
 * @param error the code of the RFC
 * @param description one sentence; the RFC forbids double quotes and backslashes
 * @param retryAfter null when a retry would not help
 */
record OAuthError(int status, String error, String description, @Nullable Duration retryAfter) {

  static OAuthError invalidRequest(String description) {
    return new OAuthError(400, "invalid_request", description, null);
  }

  static OAuthError unsupportedGrantType() {
    return new OAuthError(
        400, "unsupported_grant_type", "The only grant type is client_credentials.", null);
  }

  static OAuthError invalidScope() {
    return new OAuthError(
        400, "invalid_scope", "The registration does not hold every requested scope.", null);
  }

  /** The same text for unknown, disabled, wrong and revoked, so that it reveals nothing. */
  static OAuthError invalidClient() {
    return new OAuthError(401, "invalid_client", "Client authentication failed.", null);
  }

  static OAuthError unauthorizedClient() {
    return new OAuthError(
        400, "unauthorized_client", "The source address is not on the allowlist.", null);
  }

  static OAuthError locked(Duration retryAfter) {
    return new OAuthError(
        429,
        "temporarily_unavailable",
        "The registration is locked after repeated authentication failures.",
        retryAfter);
  }

  static OAuthError tooMany(Duration retryAfter) {
    return new OAuthError(
        429, "temporarily_unavailable", "Too many requests from this address.", retryAfter);
  }

  static OAuthError unavailable(String why) {
    return new OAuthError(503, "temporarily_unavailable", why, Duration.ofSeconds(2));
  }

  static OAuthError internal() {
    return new OAuthError(500, "server_error", "Something went wrong here.", null);
  }

  static final class OAuthException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // not serialized
    private final OAuthError error;

    OAuthException(OAuthError error) {
      super(error.error(), null, false, false);
      this.error = error;
    }

    OAuthError error() {
      return error;
    }
  }
}
