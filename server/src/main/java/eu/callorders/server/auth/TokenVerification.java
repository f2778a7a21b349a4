package eu.callorders.server.auth;

/** The result of verifying a token's text. */
sealed interface TokenVerification {

  /** Signed by this deployment for itself, and not expired. */
  record Valid(AccessToken token, String kid) implements TokenVerification {}

  /** Well-formed, but signed by a key that this node does not know. */
  record UnknownKey(String kid) implements TokenVerification {}

  /** Rejected; {@code reason} is for the client's developer. */
  record Invalid(String reason) implements TokenVerification {}
}
