package eu.callorders.console.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.Optional;

/**
 * Service addresses and client; secrets are stored elsewhere.
 *
 * @param base address of the service, without {@code /v1}
 * @param issuer address of the token issuer
 * @param administration address of the administration, if there is one
 */
public record Profile(
    String name, URI base, URI issuer, Optional<URI> administration, String clientId) {

  static Profile of(String name, JsonNode json) {
    String base = json.path("base_url").asText();
    return new Profile(
        name,
        URI.create(base),
        URI.create(json.path("auth_url").asText(base)),
        Optional.of(json.path("admin_url").asText()).filter(it -> !it.isEmpty()).map(URI::create),
        json.path("client_id").asText());
  }

  void writeTo(ObjectNode json) {
    json.put("name", name)
        .put("base_url", base.toString())
        .put("auth_url", issuer.toString())
        .put("client_id", clientId);
    administration.ifPresent(url -> json.put("admin_url", url.toString()));
  }

  @Override
  public String toString() {
    return name;
  }
}
