package eu.callorders.server;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.app.ContractCheck;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Sends requests to one listener with one bearer token. Checks responses of the administration
 * against its contract.
 */
public final class TestHttpClient implements AutoCloseable {
  private static final String ADMINISTRATION = "/admin/v1/";
  private static final ContractCheck CONTRACT = ContractCheck.administration();

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;
  private final String token;

  public TestHttpClient(int port, String token) {
    this.address = "http://127.0.0.1:" + port;
    this.token = token;
  }

  /** A response; {@code body} is parsed as JSON. */
  public record Response(HttpResponse<String> response) {
    public int status() {
      return response.statusCode();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    public String text() {
      return response.body();
    }

    public JsonNode body() {
      return Json.parse(response.body());
    }

    public String code() {
      return body().path("code").asText();
    }
  }

  public Response get(String path) {
    return send("GET", path, null);
  }

  public Response delete(String path) {
    return send("DELETE", path, null);
  }

  public Response post(String path, String json) {
    return send("POST", path, json);
  }

  public Response patch(String path, String json) {
    return send("PATCH", path, json);
  }

  /**
   * @param headers names and values in turn
   */
  public Response send(String method, String path, String json, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path)).timeout(Duration.ofSeconds(60));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    for (int name = 0; name < headers.length; name += 2) {
      request.header(headers[name], headers[name + 1]);
    }
    if (json == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofString(json));
    }
    Response response = send(request.build());
    if (path.startsWith(ADMINISTRATION)) {
      CONTRACT.check(method, path, response.response());
    }
    return response;
  }

  private Response send(HttpRequest request) {
    try {
      return new Response(client.send(request, BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
