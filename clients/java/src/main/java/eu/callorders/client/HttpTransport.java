package eu.callorders.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.ApiResponse;
import eu.callorders.client.api.Problem;
import eu.callorders.client.model.FieldError;
import eu.callorders.client.model.ProblemCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One HTTP exchange: writes the request, reads the response or the problem. */
final class HttpTransport {
  private static final int FIRST_REFUSAL = 300;
  private static final TypeReference<List<FieldError>> FIELD_ERRORS = new TypeReference<>() {};
  private static final TypeReference<Map<String, Object>> PARAMETERS = new TypeReference<>() {};

  private final HttpClient http;
  private final String baseUrl;
  private final Duration timeout;
  private final String userAgent;

  HttpTransport(HttpClient http, String baseUrl, Duration timeout, String userAgent) {
    this.http = http;
    this.baseUrl = baseUrl;
    this.timeout = timeout;
    this.userAgent = userAgent;
  }

  /**
   * Sends a request once; the response is not interpreted.
   *
   * @throws IOException without a response within the timeout
   */
  HttpResponse<byte[]> exchange(ApiRequest<?> request, String token)
      throws IOException, InterruptedException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(baseUrl + request.target()))
            .timeout(timeout)
            .header("Authorization", "Bearer " + token)
            .header("User-Agent", userAgent)
            .header("Accept", "application/json, application/problem+json");
    request.headers().forEach(builder::header);
    if (request.body() == null) {
      builder.method(request.method(), HttpRequest.BodyPublishers.noBody());
    } else {
      builder.header("Content-Type", "application/json");
      builder.method(
          request.method(),
          HttpRequest.BodyPublishers.ofByteArray(
              ClientJson.mapper().writeValueAsBytes(request.body())));
    }
    return http.send(builder.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  /**
   * Reads the document of a success; as {@code byte[]} the body itself.
   *
   * @throws ApiException for a refusal
   */
  static <T> ApiResponse<T> read(HttpResponse<byte[]> response, TypeReference<T> type)
      throws IOException {
    if (response.statusCode() >= FIRST_REFUSAL) {
      throw new ApiException(problem(response), retryAfter(response));
    }
    T document = document(response.body(), type);
    return new ApiResponse<>(response.statusCode(), response.headers(), document);
  }

  @SuppressWarnings("unchecked")
  private static <T> T document(byte[] body, TypeReference<T> type) throws IOException {
    if (type.getType() == byte[].class) {
      return (T) body;
    }
    return body.length == 0 || type.getType() == Void.class
        ? absent()
        : ClientJson.mapper().readValue(body, type);
  }

  /** Operations without a document in the response have the type {@code Void}. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T absent() {
    return null;
  }

  private static Problem problem(HttpResponse<byte[]> response) {
    JsonNode json = tree(response.body());
    JsonNode detail = json.path("detail"); // of a validation failure a list, which `errors` repeats
    return new Problem(
        response.statusCode(),
        new ProblemCode(json.path("code").asText(json.path("error").asText("unknown"))),
        detail.isTextual() ? detail.asText() : json.path("error_description").asText(),
        json.path("trace_id").asText(response.headers().firstValue("X-Request-Id").orElse("")),
        json.has("parameters")
            ? ClientJson.mapper().convertValue(json.get("parameters"), PARAMETERS)
            : Map.of(),
        json.has("errors")
            ? ClientJson.mapper().convertValue(json.get("errors"), FIELD_ERRORS)
            : List.of());
  }

  /** What a proxy responds may be no JSON. */
  private static JsonNode tree(byte[] body) {
    try {
      return ClientJson.mapper().readTree(body);
    } catch (JsonProcessingException e) {
      return ClientJson.mapper().createObjectNode();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Seconds, or a date of a proxy, which counts from the date of the response. */
  static @Nullable Duration retryAfter(HttpResponse<?> response) {
    String value = response.headers().firstValue("Retry-After").orElse("");
    if (value.matches("\\d{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(value));
    }
    try {
      ZonedDateTime until = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME);
      String date = response.headers().firstValue("Date").orElse("");
      Duration wait =
          Duration.between(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME), until);
      return wait.isNegative() ? Duration.ZERO : wait;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
