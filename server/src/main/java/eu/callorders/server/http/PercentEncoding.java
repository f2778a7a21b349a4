package eu.callorders.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Strict percent-decoding (RFC 3986, 2.1). */
final class PercentEncoding {
  private PercentEncoding() {}

  static final class MalformedEscapeException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedEscapeException() {
      super("malformed escape", null, false, false);
    }
  }

  /**
   * Decodes UTF-8.
   *
   * @param plusIsSpace as in forms
   * @throws MalformedEscapeException when an escape lacks two hexadecimal digits
   * @throws CharacterCodingException when the bytes are not UTF-8
   */
  static String decode(String text, boolean plusIsSpace)
      throws MalformedEscapeException, CharacterCodingException {
    if (text.indexOf('%') < 0) {
      return plusIsSpace ? text.replace('+', ' ') : text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int position = 0; position < text.length(); position++) {
      char unit = text.charAt(position);
      if (unit == '%') {
        bytes.write(octet(text, position));
        position += 2;
      } else {
        bytes.write(plusIsSpace && unit == '+' ? ' ' : unit);
      }
    }
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes.toByteArray()))
        .toString();
  }

  private static int octet(String text, int position) throws MalformedEscapeException {
    int high = position + 1 < text.length() ? Character.digit(text.charAt(position + 1), 16) : -1;
    int low = position + 2 < text.length() ? Character.digit(text.charAt(position + 2), 16) : -1;
    if (high < 0 || low < 0) {
      throw new MalformedEscapeException();
    }
    return (high << 4) | low;
  }
}
