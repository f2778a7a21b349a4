package eu.callorders.console.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;

/** Reads and writes JSON, numbers as they are written. */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private Json() {}

  /** Empty when the text is no JSON; a missing node for no text at all. */
  public static Optional<JsonNode> parse(String text) {
    try {
      return Optional.of(text.isBlank() ? MissingNode.getInstance() : MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Indented, for people. */
  public static String pretty(JsonNode json) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * The beginning of {@link #pretty(JsonNode)}. No more is composed than is asked for, however much
   * there is.
   */
  public static String pretty(JsonNode json, int characters) {
    BoundedWriter beginning = new BoundedWriter(characters);
    try {
      MAPPER.writerWithDefaultPrettyPrinter().writeValue(beginning, json);
    } catch (IOException e) {
      if (!beginning.isFull()) {
        throw new IllegalArgumentException(e);
      }
    }
    return beginning.toString();
  }

  static String text(JsonNode json) {
    try {
      return MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
