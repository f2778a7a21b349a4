package eu.callorders.server.auth;

/** What the look at a token's text brings. */
sealed interface TokenVerdict {

  /** Signed by this deployment, for this deployment, and not expired. */
  record Valid(AccessToken token, String kid) implements TokenVerdict {}

  /** Well-formed, but of a key that this node does not know (yet). */
  record UnknownKey(String kid) implements TokenVerdict {}

  /** Not acceptable; {@code reason} is for the developer who sent it. */
  record Invalid(String reason) implements TokenVerdict {}
}
