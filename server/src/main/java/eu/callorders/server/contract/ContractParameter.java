package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of an operation.
 *
 * @param in {@code path}, {@code query} or {@code header}
 * @param schema with the reference at its root resolved
 * @param defaultValue in wire spelling; null when there is none
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
