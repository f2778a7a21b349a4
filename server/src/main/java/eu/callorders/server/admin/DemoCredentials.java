package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.db.PrivateFile;
import eu.callorders.server.auth.ClientSecret;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** The demo registration in {@code demo-credentials.json}. */
public record DemoCredentials(UUID tenantId, UUID clientId, ClientSecret secret) {
  static final String FILE = "demo-credentials.json";

  /**
   * The node's addresses in the file.
   *
   * @param adminToken bearer token of the administration
   */
  public record Addresses(String baseUrl, String authUrl, String adminUrl, String adminToken) {

    @Override
    public String toString() {
      return "Addresses[" + baseUrl + ", " + authUrl + ", " + adminUrl + "]";
    }
  }

  /** The addresses in the file; empty when there is none. */
  public static Optional<Addresses> addresses(Path directory) throws IOException {
    return json(directory)
        .filter(json -> json.hasNonNull("admin_url") && json.hasNonNull("admin_token"))
        .map(
            json ->
                new Addresses(
                    json.path("base_url").asText(),
                    json.path("auth_url").asText(),
                    json.path("admin_url").asText(),
                    json.path("admin_token").asText()));
  }

  private static Optional<JsonNode> json(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Json.parse(Files.readString(file)));
    } catch (IllegalStateException e) {
      return Optional.empty();
    }
  }

  /** Reads the file; empty when missing or unreadable. */
  static Optional<DemoCredentials> read(Path directory) throws IOException {
    return json(directory).flatMap(DemoCredentials::of);
  }

  private static Optional<DemoCredentials> of(JsonNode json) {
    ClientSecret secret = new ClientSecret(json.path("client_secret").asText());
    return IdKind.TENANT
        .parse(json.path("tenant_id").asText())
        .flatMap(
            tenantId ->
                IdKind.CLIENT
                    .parse(json.path("client_id").asText())
                    .map(clientId -> new DemoCredentials(tenantId, clientId, secret)));
  }

  /** Writes the file, readable by its owner only. */
  void write(Path directory, Addresses addresses) throws IOException {
    PrivateFile.write(
        directory.resolve(FILE),
        Json.object()
                .put("base_url", addresses.baseUrl())
                .put("auth_url", addresses.authUrl())
                .put("admin_url", addresses.adminUrl())
                .put("admin_token", addresses.adminToken())
                .put("tenant_id", IdKind.TENANT.format(tenantId))
                .put("client_id", IdKind.CLIENT.format(clientId))
                .put("client_secret", secret.text())
                .put("environment", "sandbox")
                .toPrettyString()
            + "\n");
  }
}
