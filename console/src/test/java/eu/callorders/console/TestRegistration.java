package eu.callorders.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Credentials;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.RefreshingTokenSource;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** A registration of its own in a sandbox. */
public record TestRegistration(Sandbox sandbox, String tenantId, String clientId, String secret) {

  /** Registers a client of the demo tenant with those scopes. */
  public static TestRegistration with(Sandbox sandbox, List<Scope> scopes) throws ApiException {
    return of(sandbox, sandbox.tenantId(), scopes);
  }

  /** Registers a client of a new tenant, whose clock is its own. */
  public static TestRegistration ofNewTenant(Sandbox sandbox, List<Scope> scopes)
      throws ApiException {
    JsonNode tenant =
        sandbox
            .administration()
            .post("/admin/v1/tenants", Json.object().put("name", "Clockwork"))
            .body();
    return of(sandbox, tenant.path("tenant_id").asText(), scopes);
  }

  private static TestRegistration of(Sandbox sandbox, String tenantId, List<Scope> scopes)
      throws ApiException {
    ObjectNode body = Json.object().put("name", "Guest");
    ArrayNode names = body.putArray("scopes");
    scopes.forEach(scope -> names.add(scope.wireName()));
    JsonNode created =
        sandbox
            .administration()
            .post("/admin/v1/tenants/" + tenantId + "/registrations", body)
            .body();
    return new TestRegistration(
        sandbox,
        tenantId,
        created.path("client_id").asText(),
        created.path("client_secret").asText());
  }

  /** Registers another client of the same tenant. */
  public TestRegistration another(List<Scope> scopes) throws ApiException {
    return of(sandbox, tenantId, scopes);
  }

  /** A client of the API with these credentials. */
  public ApiClient api() {
    Transport transport = new Transport(Transport.Timeouts.DEFAULT);
    URI base = sandbox.api().base();
    return ApiClient.of(
        transport,
        base,
        new RefreshingTokenSource(transport, new Credentials(base, clientId, secret)));
  }

  /** Creates an order that is not dialed before the day after tomorrow; returns its identifier. */
  public String orderForLater(String subject, String family, String phone) throws ApiException {
    return Sandbox.create(api(), laterOrder(subject, family, phone));
  }

  private static ObjectNode laterOrder(String subject, String family, String phone) {
    ObjectNode order = Sandbox.body(subject, family, "Europe/Berlin", phone);
    Instant later = Instant.now().plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.SECONDS);
    order.withObject("/scheduling/window").put("not_before", later.toString());
    return order;
  }

  /** An order for later about the claim with that case number. */
  public String orderAboutClaim(String subject, String caseNumber) throws ApiException {
    ObjectNode order = laterOrder(subject, "Muster", "+493023125710");
    order.withObject("/context/claim/reference").put("case_number", caseNumber);
    return Sandbox.create(api(), order);
  }

  /** Registers an endpoint at the receiver of the sandbox; returns its identifier. */
  public String webhook(String path) throws ApiException {
    return sandbox.webhook(api(), path, path);
  }

  /** Writes the credentials as demo credentials below that directory. */
  public Path in(Path directory) throws IOException {
    return write(directory, json());
  }

  /** With a token of the administration too. */
  public Path in(Path directory, String adminToken) throws IOException {
    return write(
        directory,
        json()
            .put("admin_url", sandbox.administration().base().toString())
            .put("admin_token", adminToken));
  }

  private ObjectNode json() {
    return Json.object()
        .put("base_url", sandbox.api().base().toString())
        .put("client_id", clientId)
        .put("client_secret", secret);
  }

  private static Path write(Path directory, ObjectNode json) throws IOException {
    Path data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(data.resolve("demo-credentials.json"), Json.pretty(json));
    return directory;
  }

  /** Disables or enables the registration; disabling ends its tokens too. */
  public void disable(boolean disabled) throws ApiException {
    sandbox
        .administration()
        .patch(
            "/admin/v1/tenants/" + tenantId + "/registrations/" + clientId,
            "",
            Json.object().put("disabled", disabled));
  }
}
