package eu.callorders.gatewaykit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Binds the documents of the protocol to records. Members are required unless their component is
 * nullable or has a default, never null, and bounded by {@link Bound}; unknown ones are ignored.
 */
public final class GatewayJson {
  private static final int MAX_NESTING = 40;

  private static final JsonMapper TREES =
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

  private static final JsonMapper RECORDS =
      TREES
          .rebuild()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .serializationInclusion(JsonInclude.Include.NON_NULL)
          .annotationIntrospector(new RecordBinding.Members())
          .addModule(RecordBinding.module())
          .build();

  private GatewayJson() {}

  /** Parses untrusted JSON: exact numbers, no duplicate names, bounded depth. */
  public static JsonNode parse(byte[] text) throws IOException {
    return TREES.readValue(text, JsonNode.class);
  }

  public static byte[] bytes(Object document) {
    try {
      return RECORDS.writeValueAsBytes(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no document", e);
    }
  }

  /** Binds an object; throws {@link MalformedDocumentException}. */
  public static <T> T read(@Nullable JsonNode object, Class<T> type) {
    return read(object, "", type);
  }

  static <T> T read(@Nullable JsonNode object, String pointer, Class<T> type) {
    if (object == null || !object.isObject()) {
      throw new MalformedDocumentException(pointer, "is no object");
    }
    try {
      return RECORDS.readerFor(type).readValue(object);
    } catch (JsonMappingException e) {
      if (e.getCause() instanceof RuntimeException mistake) {
        throw mistake; // in the binding, not in the document
      }
      throw malformed(e, object, pointer);
    } catch (IOException e) {
      throw new IllegalStateException("a tree has been read", e);
    }
  }

  public static ObjectNode write(Object document) {
    return RECORDS.valueToTree(document);
  }

  /** A tree as maps, lists and scalars. */
  static @Nullable Object untyped(JsonNode tree) {
    return TREES.convertValue(tree, Object.class);
  }

  static ObjectNode object() {
    return TREES.createObjectNode();
  }

  static ArrayNode array(List<? extends JsonNode> items) {
    return TREES.createArrayNode().addAll(items);
  }

  /** The protocol's name of an enum constant. */
  static String wire(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static MalformedDocumentException malformed(
      JsonMappingException fault, JsonNode object, String base) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : fault.getPath()) {
      path.append('/').append(step.getFieldName() == null ? step.getIndex() : step.getFieldName());
    }
    return new MalformedDocumentException(base + path, describe(fault, object.at(path.toString())));
  }

  private static String describe(JsonMappingException fault, JsonNode value) {
    if (value.isMissingNode()) {
      return "is missing";
    }
    if (value.isNull() && fault.getPath().getLast().getFieldName() == null) {
      return "is no object"; // an item
    }
    if (fault instanceof MismatchedInputException structure) {
      boolean array = Collection.class.isAssignableFrom(structure.getTargetType());
      return array ? "is no array" : "is no object";
    }
    return fault.getOriginalMessage();
  }
}
