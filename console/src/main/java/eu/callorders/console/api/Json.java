package eu.callorders.console.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.ClientJson;
import java.io.IOException;
import java.io.Writer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** Reads and writes JSON; numbers keep their digits. */
public final class Json {
  private static final ObjectMapper MAPPER = ClientJson.mapper();

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

  /** Sets a member unless its value is empty. */
  public static void putUnlessEmpty(ObjectNode object, String member, String value) {
    if (!value.isEmpty()) {
      object.put(member, value);
    }
  }

  /** The elements of an array; none if the node is no array. */
  public static <T> List<T> list(JsonNode array, Function<JsonNode, T> element) {
    return StreamSupport.stream(array.spliterator(), false).map(element).toList();
  }

  /** The instant of that member; empty if it is missing or none. */
  public static Optional<Instant> instant(JsonNode json, String member) {
    try {
      return Optional.of(Instant.parse(json.path(member).asText()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
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
      if (writer.text.length() < max) {
        throw new IllegalArgumentException(e);
      }
    }
    return writer.text.toString();
  }

  /** Keeps the first {@code max} characters and rejects the rest. */
  private static final class BoundedWriter extends Writer {
    private final StringBuilder text = new StringBuilder();
    private final int max;

    private BoundedWriter(int max) {
      this.max = max;
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
      int fitting = Math.min(length, max - text.length());
      text.append(characters, offset, fitting);
      if (fitting < length) {
        throw new IOException("more than " + max + " characters");
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
