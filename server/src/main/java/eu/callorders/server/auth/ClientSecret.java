package eu.callorders.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** A client secret in plain text: {@code cosk_} and 256 random bits in base64url. */
public record ClientSecret(String text) {
  private static final String PREFIX = "cosk_";
  private static final int RANDOM_BYTES = 32;

  static ClientSecret generate(SecureRandom random) {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return new ClientSecret(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  byte[] hash() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Hides the secret from log lines. */
  @Override
  public String toString() {
    return PREFIX + "...";
  }
}
