package eu.callorders.client.bulk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** 128 bits of the SHA-256 of a row's content; the order of members has no effect. */
record RowHash(long high, long low) {
  private static final ObjectMapper SORTED =
      JsonMapper.builder()
          .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final int HEX_DIGITS = 16;

  /** A body with its members in order: what is sent, and what the hash is made of. */
  static byte[] bytes(JsonNode body) {
    try {
      return SORTED.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads what {@link #bytes} has written. */
  static ObjectNode body(byte[] json) {
    try {
      return (ObjectNode) SORTED.readTree(json);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static RowHash of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  static RowHash of(byte[] bytes) {
    try {
      ByteBuffer digest = ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes));
      return new RowHash(digest.getLong(), digest.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads what {@link #hex} has written. */
  static RowHash parse(String hex) {
    return new RowHash(
        HexFormat.fromHexDigitsToLong(hex, 0, HEX_DIGITS),
        HexFormat.fromHexDigitsToLong(hex, HEX_DIGITS, 2 * HEX_DIGITS));
  }

  String hex() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}
