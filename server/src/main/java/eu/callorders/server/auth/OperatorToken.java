package eu.callorders.server.auth;

import eu.callorders.core.signing.Sha256;
import java.security.SecureRandom;

/** An operator's token in plain text: {@code coop_} and 256 random bits in base64url. */
public record OperatorToken(String text) {
  private static final String PREFIX = "coop_";

  static OperatorToken generate(SecureRandom random) {
    return new OperatorToken(SecretFormat.generate(PREFIX, random));
  }

  boolean hasPrefix() {
    return text.startsWith(PREFIX);
  }

  byte[] hash() {
    return Sha256.of(text);
  }

  /** Hides the token from log lines. */
  @Override
  public String toString() {
    return PREFIX + "...";
  }
}
