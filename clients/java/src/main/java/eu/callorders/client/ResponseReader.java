package eu.callorders.client;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiResponse;
import eu.callorders.client.api.Problem;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.api.UnreachableException.Reason;
import eu.callorders.client.model.FieldError;
import eu.callorders.client.model.FieldErrorCode;
import eu.callorders.client.model.ProblemCode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the document or the problem of a response. */
final class ResponseReader {
  private static final int FIRST_REFUSAL = 300;
  private static final TypeReference<Map<String, Object>> PARAMETERS = new TypeReference<>() {};

  private ResponseReader() {}

  /**
   * Reads the document of a success; as {@code byte[]} the body itself.
   *
   * @throws ApiException for a refusal
   * @throws UnreachableException when the body is another document
   */
  static <T> ApiResponse<T> read(HttpResponse<byte[]> response, TypeReference<T> type) {
    if (response.statusCode() >= FIRST_REFUSAL) {
      throw new ApiException(problem(response), retryAfter(response), response.body());
    }
    try {
      T document = document(response.body(), type);
      return new ApiResponse<>(response.statusCode(), response.headers(), document);
    } catch (IOException e) {
      String message = "unreadable response from " + response.uri().getPath() + ": " + e;
      throw new UnreachableException(Reason.UNREADABLE, message, e);
    }
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

  /** Takes what it can read: a later service, or a proxy, may respond with other members. */
  private static Problem problem(HttpResponse<byte[]> response) {
    JsonNode json = tree(response.body());
    JsonNode detail = json.path("detail"); // of a validation failure a list, which `errors` repeats
    return new Problem(
        response.statusCode(),
        new ProblemCode(json.path("code").asText(json.path("error").asText("unknown"))),
        detail.isTextual() ? detail.asText() : json.path("error_description").asText(),
        json.path("trace_id").asText(response.headers().firstValue("X-Request-Id").orElse("")),
        json.path("parameters").isObject()
            ? ClientJson.mapper().convertValue(json.get("parameters"), PARAMETERS)
            : Map.of(),
        errors(json.path("errors")));
  }

  private static List<FieldError> errors(JsonNode array) {
    List<FieldError> errors = new ArrayList<>();
    for (JsonNode error : array) {
      errors.add(
          new FieldError(
              error.path("pointer").asText(),
              new FieldErrorCode(error.path("code").asText()),
              error.path("message").asText(null)));
    }
    return errors;
  }

  private static JsonNode tree(byte[] body) {
    try {
      return ClientJson.mapper().readTree(body);
    } catch (IOException e) {
      return ClientJson.mapper().createObjectNode();
    }
  }

  /** Seconds, or a date of a proxy, which counts from the date of the response. */
  private static @Nullable Duration retryAfter(HttpResponse<?> response) {
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
