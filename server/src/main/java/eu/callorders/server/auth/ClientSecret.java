package eu.callorders.server.auth;

import eu.callorders.core.signing.Sha256;
import java.security.SecureRandom;

/** A client secret in plain text: {@code cosk_} and 256 random bits in base64url. */
public record ClientSecret(String text) {
  private static final String PREFIX = "cosk_";

  static ClientSecret generate(SecureRandom random) {
    return new ClientSecret(SecretFormat.generate(PREFIX, random));
  }

  byte[] hash() {
    return Sha256.of(text);
  }

  /** Hides the secret from log lines. */
  @Override
  public String toString() {
    return PREFIX + "...";
  }
}
