package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** Requests that may come to nothing. */
final class Http {
  static final ObjectMapper JSON = new ObjectMapper();

  /** The status of an answer that never came. */
  static final int LOST = 0;

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(1))
          .build();

  /**
   * What came back.
   *
   * @param status {@link #LOST} when nothing did: the request may have been carried out or not
   */
  record Answer(int status, JsonNode body) {
    boolean lost() {
      return status == LOST;
    }

    /** Whether asking again may bring another answer. */
    boolean passing() {
      return lost()
          || status >= 500
          || status == 401
          || status == 408
          || status == 429
          || inProgress();
    }

    private boolean inProgress() {
      return status == 409 && body.path("code").asText().equals("idempotency_key_in_progress");
    }
  }

  Answer send(String method, String url, String body, Map<String, String> headers)
      throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(TIMEOUT)
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      String text = response.body();
      return new Answer(
          response.statusCode(), text.isEmpty() ? MissingNode.getInstance() : JSON.readTree(text));
    } catch (IOException e) {
      return new Answer(LOST, MissingNode.getInstance());
    }
  }
}
