package eu.callorders.core.signing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has. */
public final class Sha256 {
  private Sha256() {}

  /** A digest of data in parts. */
  public static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  public static byte[] of(byte[] bytes) {
    return start().digest(bytes);
  }

  /** The hash of the text in UTF-8. */
  public static byte[] of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The hash of the text in UTF-8, in 64 hexadecimal digits of lower case. */
  public static String hex(String text) {
    return HexFormat.of().formatHex(of(text));
  }
}
