package eu.callorders.core.id;

import java.util.Optional;
import java.util.UUID;

/** The base32 of TypeID 0.3: lowercase Crockford alphabet, 26 characters for 128 bits. */
final class Base32 {
  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int LENGTH = 26;
  private static final int BITS = 5;

  private Base32() {}

  static String encode(UUID id) {
    long high = id.getMostSignificantBits();
    long low = id.getLeastSignificantBits();
    char[] text = new char[LENGTH];
    for (int position = LENGTH - 1; position >= 0; position--) {
      text[position] = ALPHABET.charAt((int) (low & 31));
      low = (low >>> BITS) | (high << (Long.SIZE - BITS));
      high >>>= BITS;
    }
    return new String(text);
  }

  static Optional<UUID> decode(String text) {
    if (text.length() != LENGTH || text.charAt(0) > '7') {
      return Optional.empty();
    }
    long high = 0;
    long low = 0;
    for (int position = 0; position < LENGTH; position++) {
      int digit = ALPHABET.indexOf(text.charAt(position));
      if (digit < 0) {
        return Optional.empty();
      }
      high = (high << BITS) | (low >>> (Long.SIZE - BITS));
      low = (low << BITS) | digit;
    }
    return Optional.of(new UUID(high, low));
  }

  /** The lowest text that begins with these digits. */
  static String first(String digits) {
    return digits + "0".repeat(Math.max(0, LENGTH - digits.length()));
  }

  /** The highest text that begins with these digits. */
  static String last(String digits) {
    String begin = digits.isEmpty() ? "7" : digits; // 128 bits end with it
    return begin + "z".repeat(Math.max(0, LENGTH - begin.length()));
  }
}
