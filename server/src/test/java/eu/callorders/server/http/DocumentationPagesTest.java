package eu.callorders.server.http;

import static eu.callorders.server.http.ProblemAssertions.assertDecorated;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import eu.callorders.server.json.Json;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DocumentationPagesTest {
  @RegisterExtension static final ApiFixture api = new ApiFixture();

  @Test
  void servesContractWithOwnAddresses() {
    RawHttp.RawResponse response = api.get("/openapi.yaml", null);
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body())
        .startsWith("openapi: 3.1.0")
        .contains("servers:\n  - url: http://127.0.0.1:1234\ntags:")
        .contains("tokenUrl: http://127.0.0.1:5678/oauth2/token")
        .contains("operationId: createCallOrder");
    assertDecorated(response);
  }

  @Test
  void servesContractAsJson() throws IOException {
    RawHttp.RawResponse response = api.get("/openapi.json", null);
    assertThat(response.header("Content-Type")).isEqualTo("application/json");
    JsonNode yaml =
        new ObjectMapper(new YAMLFactory()).readTree(api.get("/openapi.yaml", null).body());
    assertThat(response.json()).isEqualTo(Json.parse(yaml.toString()));
    assertDecorated(response);
  }

  @Test
  void documentationLoadsNoExternalResources() {
    RawHttp.RawResponse page = api.get("/docs", null);
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).doesNotContain("http:", "https:");
    assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'");
    java.util.regex.Matcher links =
        java.util.regex.Pattern.compile("(?:src|href)=\"([^\"]+)\"").matcher(page.body());
    int found = 0;
    while (links.find()) {
      RawHttp.RawResponse asset = api.get(links.group(1), null);
      assertThat(asset.status()).as(links.group(1)).isEqualTo(200);
      assertThat(asset.body()).isNotEmpty();
      found++;
    }
    assertThat(found).isEqualTo(4);
  }
}
