package eu.callorders.server.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Requests to the token endpoint. */
record TokenCalls(HttpClient client, String address) {

  HttpResponse<String> post(String form, String... headers) {
    return post(client, address, form, headers);
  }

  static HttpResponse<String> post(
      HttpClient client, String address, String form, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + "/oauth2/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(client, request.build());
  }

  HttpResponse<String> get(String path) {
    return send(client, HttpRequest.newBuilder(URI.create(address + path)).build());
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
