package eu.callorders.server.auth;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of an {@code application/x-www-form-urlencoded} body. By RFC 6749, a parameter
 * without a value is absent and a repeated one is an error.
 */
final class FormParameters {
  private final Map<String, String> values;

  private FormParameters(Map<String, String> values) {
    this.values = values;
  }

  /**
   * @throws OAuthError.OAuthException {@code invalid_request}
   */
  static FormParameters parse(String body) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : body.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decodeOrRefuse(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decodeOrRefuse(pair.substring(equals + 1));
      if (!value.isEmpty() && values.put(name, value) != null) {
        throw new OAuthError.OAuthException(
            OAuthError.invalidRequest("A parameter is sent twice."));
      }
    }
    return new FormParameters(values);
  }

  Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  private static String decodeOrRefuse(String encoded) {
    String decoded = decode(encoded);
    if (decoded == null) {
      throw new OAuthError.OAuthException(
          OAuthError.invalidRequest("The body is not application/x-www-form-urlencoded."));
    }
    return decoded;
  }

  /** Decodes a name or value; null when malformed or not UTF-8. */
  static @Nullable String decode(String encoded) {
    ByteBuffer bytes = ByteBuffer.allocate(encoded.length());
    for (int i = 0; i < encoded.length(); i++) {
      char character = encoded.charAt(i);
      if (character == '%') {
        int octet = i + 2 <= encoded.length() - 1 ? octet(encoded, i + 1) : -1;
        if (octet < 0) {
          return null;
        }
        bytes.put((byte) octet);
        i += 2;
      } else if (character > 0x7e || character < 0x20) {
        return null;
      } else {
        bytes.put((byte) (character == '+' ? ' ' : character));
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static int octet(String text, int at) {
    int high = Character.digit(text.charAt(at), 16);
    int low = Character.digit(text.charAt(at + 1), 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }
}
