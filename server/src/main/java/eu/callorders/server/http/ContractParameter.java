package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of an operation.
 *
 * @param in {@code path}, {@code query} or {@code header}
 * @param schema its schema, references followed at the root
 * @param defaultValue as it would be sent; null when there is none
 */
public record ContractParameter(
    String name,
    String in,
    String description,
    boolean required,
    JsonNode schema,
    @Nullable String defaultValue) {

  boolean isOfType(String type) {
    return type.equals(schema.path("type").asText());
  }
}
