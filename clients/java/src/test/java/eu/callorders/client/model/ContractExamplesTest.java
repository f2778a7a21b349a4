package eu.callorders.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import eu.callorders.client.ClientJson;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The models read every example of the contract and write it unchanged. */
class ContractExamplesTest {
  private static final Path CONTRACT =
      Path.of("../../core/src/main/resources/contract/openapi.yaml");
  private static final JsonNode DOCUMENT = read();

  /** Written by hand, or problems, which the client reads leniently. */
  private static final Set<String> NOT_GENERATED =
      Set.of("Problem", "ValidationProblem", "UnprocessableProblem");

  private static JsonNode read() {
    try {
      return new ObjectMapper(new YAMLFactory()).readTree(CONTRACT.toFile());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static Stream<Arguments> examples() {
    List<Arguments> found = new ArrayList<>();
    for (String place : List.of("paths", "webhooks")) {
      for (JsonNode content : DOCUMENT.path(place).findValues("application/json")) {
        String schema = name(content.path("schema"));
        if (schema.isEmpty() || NOT_GENERATED.contains(schema)) {
          continue;
        }
        content
            .path("examples")
            .forEach(example -> found.add(Arguments.of(schema, resolve(example).path("value"))));
      }
    }
    return found.stream();
  }

  private static String name(JsonNode node) {
    String reference = node.path("$ref").asText();
    return reference.substring(reference.lastIndexOf('/') + 1);
  }

  private static JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? DOCUMENT.at(node.path("$ref").asText().substring(1)) : node;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void survivesReadingAndWriting(String schema, JsonNode example) throws Exception {
    Object model = ClientJson.mapper().readValue(example.toString(), type(schema));
    JsonNode written = ClientJson.mapper().readTree(ClientJson.mapper().writeValueAsBytes(model));

    assertThat(normalized(schema, written)).isEqualTo(normalized(schema, example));
  }

  private static JavaType type(String schema) throws ClassNotFoundException {
    if (schema.endsWith("Page")) {
      Class<?> row = model(schema.substring(0, schema.length() - "Page".length()));
      return ClientJson.mapper().getTypeFactory().constructParametricType(Page.class, row);
    }
    return ClientJson.mapper().getTypeFactory().constructType(model(schema));
  }

  private static Class<?> model(String schema) throws ClassNotFoundException {
    return Class.forName("eu.callorders.client.model." + schema);
  }

  /** Null means absent, and an instant may have any offset; in free objects it stays as it is. */
  private static JsonNode normalized(String schema, JsonNode example) throws IOException {
    JsonNode copy = ClientJson.mapper().readTree(example.toString());
    if (schema.endsWith("Page")) {
      copy.path("data").forEach(ContractExamplesTest::normalize);
    } else {
      normalize(copy);
    }
    return copy;
  }

  private static void normalize(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> member : List.copyOf(object.properties())) {
        if (member.getValue().isNull()) {
          object.remove(member.getKey());
        } else if (member.getValue().asText().matches("\\d{4}-\\d\\d-\\d\\dT.*")) {
          Instant instant = Instant.parse(member.getValue().asText());
          object.put(member.getKey(), instant.toString());
        }
      }
    }
    node.forEach(ContractExamplesTest::normalize);
  }

  @Test
  void keepsUnknownValuesOfEnumerations() throws Exception {
    CallOrderStatus status = ClientJson.mapper().readValue("\"waiting\"", CallOrderStatus.class);

    assertThat(status.isKnown()).isFalse();
    assertThat(status.value()).isEqualTo("waiting");
    assertThat(ClientJson.mapper().writeValueAsString(status)).isEqualTo("\"waiting\"");
    assertThat(CallOrderStatus.of("completed")).isEqualTo(CallOrderStatus.COMPLETED);
  }

  @Test
  void readsUnknownEventsAndMembers() throws Exception {
    Event event =
        ClientJson.mapper()
            .readValue(
                """
                {"id": "evt_1", "type": "letter.sent", "api_version": "v1", "environment": "sandbox",
                 "occurred_at": "2026-11-20T09:00:00.000Z", "tenant_id": "ten_1", "related": {},
                 "data": {"pages": 2}, "future": true}
                """,
                Event.class);

    assertThat(event).isInstanceOf(UnknownEvent.class);
    assertThat(event.type()).isEqualTo(EventType.of("letter.sent"));
    assertThat(((UnknownEvent) event).data()).containsEntry("pages", 2);
  }

  @Test
  void distinguishesAResetFromAnAbsentMember() throws Exception {
    SchedulingPatch patch = SchedulingPatch.builder().maxAttempts(4).resetLocalCallTimes().build();

    assertThat(ClientJson.mapper().writeValueAsString(patch))
        .isEqualTo("{\"local_call_times\":null,\"max_attempts\":4}");
  }
}
