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

/** Reads and writes JSON; numbers keep their digits. */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private Json() {}

  /** Empty if the text is no JSON; a missing node if it is blank. */
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

  public static String pretty(JsonNode json) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The first characters of {@link #pretty(JsonNode)}; generates no more than that. */
  public static String pretty(JsonNode json, int max) {
    BoundedWriter writer = new BoundedWriter(max);
    try {
      MAPPER.writerWithDefaultPrettyPrinter().writeValue(writer, json);
    } catch (IOException e) {
      if (!writer.isFull()) {
        throw new IllegalArgumentException(e);
      }
    }
    return writer.toString();
  }

  static String text(JsonNode json) {
    try {
      return MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
