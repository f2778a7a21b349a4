package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** A client of the administration interface that the configuration names. */
final class AdminClient implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final URI address;
  private final String token;

  private AdminClient(URI address, String token) {
    this.address = address;
    this.token = token;
  }

  static AdminClient of(Config config) {
    try {
      return new AdminClient(
          config.admin().address(config.admin().port()), Secrets.adminToken(config));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The body of an answer; fails with what the service says when it refuses. */
  JsonNode get(String target) {
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve(target))
            .header("Authorization", "Bearer " + token)
            .build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IllegalStateException(address + ": " + response.body());
      }
      return Json.parse(response.body());
    } catch (IOException e) {
      throw new IllegalStateException("nobody answers at " + address, e);
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
