package eu.callorders.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The service's JSON mapper: exact numbers, no duplicate names, bounded depth. */
public final class Json {
  private static final int MAX_NESTING = 32;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_NESTING).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  public static ObjectMapper mapper() {
    return MAPPER;
  }

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** Sets a member unless its value is null. */
  public static void putIfPresent(ObjectNode object, String member, @Nullable String value) {
    if (value != null) {
      object.put(member, value);
    }
  }

  public static void putIfPresent(ObjectNode object, String member, @Nullable Integer value) {
    if (value != null) {
      object.put(member, value);
    }
  }

  public static void setIfPresent(ObjectNode object, String member, @Nullable JsonNode value) {
    if (value != null) {
      object.set(member, value);
    }
  }

  /** The items of an array; empty for other nodes. */
  public static Stream<JsonNode> items(JsonNode array) {
    return array.isArray() ? StreamSupport.stream(array.spliterator(), false) : Stream.empty();
  }

  /** Reads JSON that this service has written. */
  public static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("stored JSON cannot be read", e);
    }
  }

  /** Reads JSON in UTF-8 that this service has written. */
  public static JsonNode parse(byte[] utf8) {
    try {
      return MAPPER.readTree(utf8);
    } catch (IOException e) {
      throw new IllegalStateException("stored JSON cannot be read", e);
    }
  }

  /** The JSON text in UTF-8. */
  public static byte[] bytes(JsonNode json) {
    try {
      return MAPPER.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("JSON cannot be written", e);
    }
  }
}
