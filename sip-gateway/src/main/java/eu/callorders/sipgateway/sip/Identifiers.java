package eu.callorders.sipgateway.sip;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Unpredictable identifiers of SIP messages. */
public final class Identifiers {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String MAGIC_COOKIE = "z9hG4bK";

  private Identifiers() {}

  public static String tag() {
    return random(8);
  }

  public static String branch() {
    return MAGIC_COOKIE + random(12);
  }

  public static String callId() {
    return random(16);
  }

  /** For {@code cnonce}. */
  public static String nonce() {
    return random(12);
  }

  public static long sessionId() {
    return RANDOM.nextInt() & 0x7FFF_FFFFL;
  }

  private static String random(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
