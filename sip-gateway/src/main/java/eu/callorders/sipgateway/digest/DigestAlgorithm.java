package eu.callorders.sipgateway.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The hash of a challenge, the stronger one last. */
public enum DigestAlgorithm {
  MD5("MD5"),
  SHA_256("SHA-256");

  private final String wire;

  DigestAlgorithm(String wire) {
    this.wire = wire;
  }

  /** The name in a challenge, which is also the JDK's. */
  public String wire() {
    return wire;
  }

  /**
   * The algorithm of a challenge; empty for an unsupported one.
   *
   * @param name null: MD5, as in RFC 2617
   */
  static Optional<DigestAlgorithm> of(@Nullable String name) {
    return name == null
        ? Optional.of(MD5)
        : Arrays.stream(values()).filter(each -> each.wire.equalsIgnoreCase(name)).findFirst();
  }

  /** The hash of a text in lower-case hexadecimal. */
  String hash(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance(wire).digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + wire, e);
    }
  }
}
