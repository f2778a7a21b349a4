package eu.callorders.server.cli.demo;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.RetryPolicy;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.Operations;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** An API client with the credentials of the demo tenant. */
public final class DemoClient implements AutoCloseable {
  private static final TypeReference<JsonNode> TREE = new TypeReference<>() {};

  private final HttpClient http = HttpClient.newHttpClient();
  private final JsonNode credentials;
  private final CallOrderClient api;

  private DemoClient(JsonNode credentials) {
    this.credentials = credentials;
    this.api =
        CallOrderClient.builder(text("base_url"), text("client_id"), text("client_secret"))
            .authUrl(text("auth_url"))
            .build();
  }

  /** With the credentials in that data directory. */
  public static DemoClient of(Path dataDirectory) {
    try {
      return new DemoClient(Json.parse(Files.readString(file(dataDirectory))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For the sandbox that runs with that data directory; empty when none does. */
  public static Optional<DemoClient> ofRunning(Path dataDirectory) {
    if (!Files.exists(file(dataDirectory))) {
      return Optional.empty();
    }
    DemoClient client = of(dataDirectory);
    try {
      client.api.with(RetryPolicy.NONE).send(Operations.getTenant());
      return Optional.of(client);
    } catch (UnreachableException | ApiException e) {
      client.close();
      return Optional.empty();
    }
  }

  private static Path file(Path dataDirectory) {
    return dataDirectory.resolve("demo-credentials.json");
  }

  JsonNode get(String path) {
    return api.send(ApiRequest.of("GET", path, TREE)).body();
  }

  JsonNode post(String path, JsonNode body) {
    return api.send(ApiRequest.of("POST", path, TREE).withBody(body)).body();
  }

  /**
   * Sets the rule of an outcome of the demo tenant.
   *
   * @return the rule before
   */
  JsonNode setRule(String outcome, JsonNode rule) {
    String path = "/admin/v1/tenants/" + text("tenant_id");
    JsonNode tenant = administer("GET", path, HttpRequest.BodyPublishers.noBody());
    ObjectNode patch = Json.object();
    patch.putObject("outcome_rules").set(outcome, rule);
    administer("PATCH", path, HttpRequest.BodyPublishers.ofString(patch.toString()));
    return tenant.path("outcome_rules").path(outcome);
  }

  private JsonNode administer(String method, String path, HttpRequest.BodyPublisher body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(text("admin_url") + path))
            .header("Authorization", "Bearer " + text("admin_token"))
            .header("Content-Type", "application/json")
            .method(method, body)
            .build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        throw new IllegalStateException(method + " " + path + ": " + response.body());
      }
      return Json.parse(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private String text(String member) {
    return credentials.path(member).asText();
  }

  @Override
  public void close() {
    http.close();
  }
}
