package eu.callorders.sipgateway.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Validates messages against the schema that the provider has published on 2026-08-21. */
public final class RealtimeSchema {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BASE = "https://test.invalid/realtime";

  private final SchemaRegistry registry;

  public RealtimeSchema() throws IOException {
    try (InputStream in =
        RealtimeSchema.class.getResourceAsStream("/openai/realtime-2026-08-21.json")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      registry =
          SchemaRegistry.withDefaultDialect(
              SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(Map.of(BASE, text)));
    }
  }

  /** A message of the gateway. */
  public JsonNode checkClient(String message) throws IOException {
    return check("RealtimeClientEvent", message);
  }

  /** A message of the provider. */
  public JsonNode checkServer(String message) throws IOException {
    return check("RealtimeServerEvent", message);
  }

  private JsonNode check(String name, String message) throws IOException {
    JsonNode document = JSON.readTree(message);
    assertThat(registry.getSchema(SchemaLocation.of(BASE + "#/$defs/" + name)).validate(document))
        .as(message)
        .isEmpty();
    return document;
  }
}
