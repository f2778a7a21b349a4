package eu.callorders.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Requests with JSON bodies, over kept connections; an answer may never come. */
public final class Http {
  public static final ObjectMapper JSON = new ObjectMapper();

  public static final int LOST = 0;

  private final Duration timeout;
  private volatile HttpClient client = newClient();

  public Http(Duration timeout) {
    this.timeout = timeout;
  }

  private static HttpClient newClient() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(1))
        .build();
  }

  /** Closes the connections, so that the next request opens a new one. */
  public void reconnect() {
    client.close();
    client = newClient();
  }

  /** An answer; with {@link #LOST} the request may have been carried out or not. */
  public record Answer(int status, JsonNode body, boolean saysWhenToRetry) {
    public Answer(int status, JsonNode body) {
      this(status, body, false);
    }

    private static Answer of(HttpResponse<String> response) {
      try {
        boolean saysWhenToRetry = response.headers().firstValue("Retry-After").isPresent();
        return new Answer(response.statusCode(), JSON.readTree(response.body()), saysWhenToRetry);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    public String id() {
      return body.path("id").asText();
    }

    public boolean successful() {
      return status >= 200 && status < 300;
    }

    public JsonNode require(String what) {
      if (!successful()) {
        throw new IllegalStateException(what + " was answered " + this);
      }
      return body;
    }

    /** Whether asking again may bring another answer. */
    public boolean passing() {
      return List.of(LOST, 401, 408, 429).contains(status)
          || status >= 500
          || (status == 409 && body.path("code").asText().equals("idempotency_key_in_progress"));
    }
  }

  public Answer send(String method, String url, String body, Map<String, String> headers) {
    return sendAsync(method, url, body, headers).join();
  }

  public CompletableFuture<Answer> sendAsync(
      String method, String url, String body, Map<String, String> headers) {
    return client
        .sendAsync(request(method, url, body, headers), HttpResponse.BodyHandlers.ofString())
        .thenApply(Answer::of)
        .exceptionally(failure -> new Answer(LOST, TextNode.valueOf(failure.toString())));
  }

  /** Discards the body of the answer as it comes; {@link #LOST} when none comes. */
  public CompletableFuture<Integer> sendForStatus(
      String method, String url, String body, Map<String, String> headers) {
    return client
        .sendAsync(request(method, url, body, headers), HttpResponse.BodyHandlers.discarding())
        .thenApply(HttpResponse::statusCode)
        .exceptionally(failure -> LOST);
  }

  private HttpRequest request(String method, String url, String body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(timeout)
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    return request.build();
  }

  /** The headers of a request with a JSON body; an empty idempotency key is none. */
  public static Map<String, String> headers(String token, String key) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Authorization", "Bearer " + token);
    headers.put("Content-Type", "application/json");
    if (!key.isEmpty()) {
      headers.put("Idempotency-Key", key);
    }
    return headers;
  }

  /** The form that asks for an access token of a registration. */
  public static String tokenForm(JsonNode registration) {
    return "grant_type=client_credentials&client_id=%s&client_secret=%s"
        .formatted(
            registration.path("client_id").asText(), registration.path("client_secret").asText());
  }

  /** A new access token with every scope; empty when no answer came. */
  public String token(String authUrl, JsonNode registration) {
    Map<String, String> headers = Map.of("Content-Type", "application/x-www-form-urlencoded");
    return send("POST", authUrl + "/oauth2/token", tokenForm(registration), headers)
        .body()
        .path("access_token")
        .asText();
  }
}
