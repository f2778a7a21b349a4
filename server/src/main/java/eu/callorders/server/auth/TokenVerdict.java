package eu.callorders.server.auth;

/** The result of verifying a token's text. */
sealed interface TokenVerdict {

  /** Signed by this deployment for itself, and not expired. */
  record Valid(AccessToken token, String kid) implements TokenVerdict {}

  /** Well-formed, but signed by a key that this node does not know. */
  record UnknownKey(String kid) implements TokenVerdict {}

  /** Rejected; {@code reason} is for the client's developer. */
  record Invalid(String reason) implements TokenVerdict {}
}
