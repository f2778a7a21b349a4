package eu.callorders.console.hold;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The filters and the form offer, and the texts name, each value of the contract. */
class HoldRegistriesTest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private final Texts texts = Texts.of(HoldsView.class);

  private static List<String> values(String schema) throws IOException {
    try (InputStream text =
        HoldRegistriesTest.class.getResourceAsStream("/contract/openapi.yaml")) {
      JsonNode schemas = YAML.readTree(Objects.requireNonNull(text)).at("/components/schemas");
      return Json.list(schemas.path(schema).path("enum"), JsonNode::asText);
    }
  }

  @ParameterizedTest
  @CsvSource({"KnownHoldStatus, status", "KnownHoldReason, hold_reason", "KnownHoldSource, source"})
  void knowEachValue(String schema, String registry) throws IOException {
    List<String> offered =
        switch (registry) {
          case "status" -> HoldRow.STATUSES;
          case "hold_reason" -> HoldRow.REASONS;
          default -> HoldRow.SOURCES;
        };
    assertThat(values(schema)).isNotEmpty().hasSameElementsAs(offered);
    assertThat(offered).allMatch(value -> texts.bundle().containsKey(registry + "." + value));
  }
}
