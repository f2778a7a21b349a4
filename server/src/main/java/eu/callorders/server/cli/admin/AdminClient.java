package eu.callorders.server.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public final class AdminClient implements AutoCloseable {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final URI address;
  private final String token;

  /**
   * Does not connect yet.
   *
   * @param token the operator token
   */
  public AdminClient(URI address, String token) {
    this.address = address;
    this.token = token;
  }

  JsonNode get(String target) {
    return Json.parse(send("GET", target, Map.of(), null));
  }

  /**
   * The response body, which may be empty.
   *
   * @param headers of the contract
   * @throws AdminRequestException with the service's reason when it refuses
   */
  String send(String method, String target, Map<String, String> headers, @Nullable JsonNode body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(target))
            .timeout(REQUEST_TIMEOUT)
            .header("Authorization", "Bearer " + token);
    headers.forEach(request::header);
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofString(body.toString()));
    }
    HttpResponse<String> response = send(request.build());
    if (response.statusCode() >= 300) {
      throw AdminRequestException.fromResponse(response.statusCode(), response.body());
    }
    return response.body();
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AdminRequestException("no response from " + address, true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AdminRequestException("interrupted", true);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
