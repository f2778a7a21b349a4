package eu.callorders.core.signing;

import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;

/**
 * A secret that signs messages: 24 to 64 random bytes, written as {@code whsec_} and base64. Only
 * {@link #encode()} reveals it.
 */
public final class SigningSecret {
  private static final String PREFIX = "whsec_";
  private static final int MIN_LENGTH = 24;
  private static final int MAX_LENGTH = 64;
  private static final int GENERATED_LENGTH = 32;

  private final byte[] key;

  private SigningSecret(byte[] key) {
    this.key = key;
  }

  /** Throws {@link IllegalArgumentException}, whose message does not repeat the text. */
  public static SigningSecret parse(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("a signing secret starts with " + PREFIX);
    }
    byte[] key;
    try {
      key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
    } catch (IllegalArgumentException notBase64) {
      // Its message would quote the text.
      throw new IllegalArgumentException("a signing secret is base64 after " + PREFIX);
    }
    if (key.length < MIN_LENGTH || key.length > MAX_LENGTH) {
      throw new IllegalArgumentException("a signing secret has 24 to 64 bytes");
    }
    return new SigningSecret(key);
  }

  /** A new secret; {@code random} must be cryptographically secure. */
  public static SigningSecret generate(RandomGenerator random) {
    byte[] key = new byte[GENERATED_LENGTH];
    random.nextBytes(key);
    return new SigningSecret(key);
  }

  /** The text that {@link #parse} reads. */
  public String encode() {
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  Mac mac() {
    return new HmacSha256(key).start();
  }

  @Override
  public String toString() {
    return PREFIX + "***";
  }
}
