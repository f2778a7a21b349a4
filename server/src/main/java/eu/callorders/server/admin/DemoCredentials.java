package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.db.PrivateFile;
import eu.callorders.server.auth.ClientSecret;
import eu.callorders.server.http.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** What the file {@code demo-credentials.json} holds about the demo registration. */
public record DemoCredentials(UUID tenantId, UUID clientId, ClientSecret secret) {
  static final String FILE = "demo-credentials.json";

  /**
   * Where this node is reached, for the file.
   *
   * @param adminToken bearer token of the administration
   */
  public record Addresses(String baseUrl, String authUrl, String adminUrl, String adminToken) {

    @Override
    public String toString() {
      return "Addresses[" + baseUrl + ", " + authUrl + ", " + adminUrl + "]";
    }
  }

  /** Reads the file; empty when there is none, or none that can be read. */
  static Optional<DemoCredentials> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode json = Json.parse(Files.readString(file));
      return IdKind.TENANT
          .parse(json.path("tenant_id").asText())
          .flatMap(
              tenantId ->
                  IdKind.CLIENT
                      .parse(json.path("client_id").asText())
                      .map(
                          clientId ->
                              new DemoCredentials(
                                  tenantId,
                                  clientId,
                                  new ClientSecret(json.path("client_secret").asText()))));
    } catch (IllegalStateException e) {
      return Optional.empty();
    }
  }

  /** Writes the file anew, for nobody else to read. */
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
