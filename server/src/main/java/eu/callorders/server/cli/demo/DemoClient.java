package eu.callorders.server.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

/** An API client with the credentials of the demo tenant. */
public final class DemoClient implements AutoCloseable {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String JSON = "application/json";

  private final HttpClient http = HttpClient.newHttpClient();
  private final JsonNode credentials;
  private final String token;

  private DemoClient(JsonNode credentials) {
    this.credentials = credentials;
    String form =
        "grant_type=client_credentials&client_id=%s&client_secret=%s"
            .formatted(text("client_id"), text("client_secret"));
    this.token =
        send("POST", text("auth_url") + "/oauth2/token", "", FORM, form)
            .path("access_token")
            .asText();
  }

  /** Reads the credentials in that data directory and requests a token. */
  public static DemoClient of(Path dataDirectory) {
    try {
      return new DemoClient(
          Json.parse(Files.readString(dataDirectory.resolve("demo-credentials.json"))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode get(String path) {
    return send("GET", text("base_url") + path, token, JSON, "");
  }

  JsonNode post(String path, JsonNode body) {
    return send("POST", text("base_url") + path, token, JSON, body.toString());
  }

  void advanceClock(String by) {
    String path = "/admin/v1/tenants/" + text("tenant_id") + "/test-clock/advance";
    String body = Json.object().put("by", by).toString();
    send("POST", text("admin_url") + path, text("admin_token"), JSON, body);
  }

  /**
   * Sets the rule of an outcome of the demo tenant.
   *
   * @return the rule before
   */
  JsonNode setRule(String outcome, JsonNode rule) {
    String url = text("admin_url") + "/admin/v1/tenants/" + text("tenant_id");
    String operator = text("admin_token");
    JsonNode before = send("GET", url, operator, JSON, "").path("outcome_rules").path(outcome);
    ObjectNode patch = Json.object();
    patch.putObject("outcome_rules").set(outcome, rule);
    send("PATCH", url, operator, JSON, patch.toString());
    return before;
  }

  private String text(String member) {
    return credentials.path(member).asText();
  }

  private JsonNode send(String method, String url, String bearerToken, String type, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", type)
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (!bearerToken.isEmpty()) {
      request.header("Authorization", "Bearer " + bearerToken);
    }
    try {
      HttpResponse<String> response =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        throw new IllegalStateException(method + " " + url + ": " + response.body());
      }
      return Json.parse(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
