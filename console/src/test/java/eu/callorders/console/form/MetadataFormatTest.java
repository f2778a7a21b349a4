package eu.callorders.console.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Json;
import org.junit.jupiter.api.Test;

class MetadataFormatTest {
  @Test
  void roundTripsMetadata() {
    JsonNode metadata =
        Json.parse("{\"a=b\": \"x=y\", \"path\": \"c:\\\\n\", \"lines\": \"1\\n2\", \"n\": 1.50}")
            .orElseThrow();
    assertThat(MetadataFormat.parse(MetadataFormat.format(metadata), metadata)).contains(metadata);
    assertThat(MetadataFormat.parse("=value", MissingNode.getInstance())).isEmpty();
  }
}
