package eu.callorders.sipgateway.media;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key of AES_CM_128_HMAC_SHA1_80, as an attribute {@code crypto} of SDP carries it (RFC 4568).
 *
 * @param tag number of the attribute; an answer repeats that of the offer
 * @param material master key and salt
 */
@SuppressWarnings("ArrayRecordComponent") // compared by reference: a key that was parsed is new
public record SrtpKey(int tag, byte[] material) {
  static final int KEY_LENGTH = 16;
  static final int SALT_LENGTH = 14;

  private static final SecureRandom RANDOM = new SecureRandom();

  /** One key without MKI, whose packets are encrypted and authenticated; it may have a lifetime. */
  private static final Pattern SYNTAX =
      Pattern.compile(
          "([0-9]{1,9})\\s+AES_CM_128_HMAC_SHA1_80\\s+inline:([A-Za-z0-9+/]{40})"
              + "(?:\\|(?:2\\^)?[0-9]+)?(?:\\s+(?:KDR|WSH|FEC_ORDER)=\\S+)*");

  static SrtpKey random() {
    byte[] material = new byte[KEY_LENGTH + SALT_LENGTH];
    RANDOM.nextBytes(material);
    return new SrtpKey(1, material);
  }

  /** Parses the value of the attribute; empty for other suites and unsupported parameters. */
  static Optional<SrtpKey> parse(String value) {
    Matcher attribute = SYNTAX.matcher(value);
    return attribute.matches()
        ? Optional.of(
            new SrtpKey(
                Integer.parseInt(attribute.group(1)),
                Base64.getDecoder().decode(attribute.group(2))))
        : Optional.empty();
  }

  SrtpKey tagged(int otherTag) {
    return new SrtpKey(otherTag, material);
  }

  /** The value of the attribute. */
  String attribute() {
    return tag + " AES_CM_128_HMAC_SHA1_80 inline:" + Base64.getEncoder().encodeToString(material);
  }

  byte[] masterKey() {
    return Arrays.copyOf(material, KEY_LENGTH);
  }

  byte[] masterSalt() {
    return Arrays.copyOfRange(material, KEY_LENGTH, material.length);
  }

  boolean isSame(SrtpKey other) {
    return Arrays.equals(material, other.material);
  }

  /** Does not show the key. */
  @Override
  public String toString() {
    return "SRTP key " + tag;
  }
}
