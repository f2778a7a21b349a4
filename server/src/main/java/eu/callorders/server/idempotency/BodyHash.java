package eu.callorders.server.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.signing.Sha256;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hash of a body's values, independent of member order and white space. */
public final class BodyHash {
  private BodyHash() {}

  /** SHA-256 of the body's canonical text; an absent body hashes as empty text. */
  public static byte[] of(@Nullable JsonNode body) {
    StringBuilder text = new StringBuilder();
    if (body != null) {
      append(text, body);
    }
    return Sha256.of(text.toString());
  }

  private static void append(StringBuilder text, JsonNode node) {
    switch (node.getNodeType()) {
      case OBJECT -> appendObject(text, node);
      case ARRAY -> {
        text.append('[');
        for (JsonNode item : node) {
          append(text, item);
          text.append(',');
        }
        text.append(']');
      }
      case STRING -> appendText(text.append('"'), node.textValue());
      case NUMBER -> text.append(node.decimalValue().stripTrailingZeros());
      default -> text.append(node.asText());
    }
  }

  private static void appendObject(StringBuilder text, JsonNode object) {
    List<String> names = new ArrayList<>(object.size());
    object.fieldNames().forEachRemaining(names::add);
    Collections.sort(names);
    text.append('{');
    for (String name : names) {
      appendText(text, name);
      append(text, object.get(name));
      text.append(',');
    }
    text.append('}');
  }

  /** The length prefix makes the text unambiguous. */
  private static void appendText(StringBuilder text, String value) {
    text.append(value.length()).append(':').append(value);
  }
}
