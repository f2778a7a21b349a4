package eu.callorders.core.signing;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA256 under one key (RFC 2104), which every Java platform has. Thread-safe: each text is
 * read by a copy, which costs a fraction of a new {@link Mac}.
 */
public final class HmacSha256 {
  private static final String ALGORITHM = "HmacSHA256";

  private final Mac initialized;

  /** Throws {@link IllegalArgumentException} for an empty key. */
  public HmacSha256(byte[] key) {
    try {
      initialized = Mac.getInstance(ALGORITHM);
      initialized.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** For a text in parts. */
  public Mac start() {
    try {
      return (Mac) initialized.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The 32 bytes for a text. */
  public byte[] of(byte[] text) {
    return start().doFinal(text);
  }
}
