package eu.callorders.simulator.standalone;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as trees of maps and lists: exact numbers, no duplicate names, bounded depth. */
final class Json {
  private static final int MAX_NESTING = 40;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_NESTING).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  /** Reads untrusted JSON. */
  static @Nullable Object read(byte[] text) throws IOException {
    return MAPPER.readValue(text, Object.class);
  }

  /** Reads JSON of the store. */
  static Map<?, ?> readStored(byte[] text) {
    try {
      return MAPPER.readValue(text, Map.class);
    } catch (IOException e) {
      throw new IllegalStateException("stored JSON cannot be read", e);
    }
  }

  static byte[] write(Object tree) {
    try {
      return MAPPER.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not a tree of JSON values", e);
    }
  }

  static byte[] array(List<byte[]> documents) {
    ByteArrayOutputStream array = new ByteArrayOutputStream();
    array.write('[');
    for (byte[] document : documents) {
      if (array.size() > 1) {
        array.write(',');
      }
      array.writeBytes(document);
    }
    array.write(']');
    return array.toByteArray();
  }
}
