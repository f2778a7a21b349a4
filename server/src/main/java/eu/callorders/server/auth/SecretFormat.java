package eu.callorders.server.auth;

import java.security.SecureRandom;
import java.util.Base64;

/** Secrets that are shown once: a prefix and 256 random bits in base64url, stored as SHA-256. */
final class SecretFormat {
  private static final int RANDOM_BYTES = 32;

  private SecretFormat() {}

  static String generate(String prefix, SecureRandom random) {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
