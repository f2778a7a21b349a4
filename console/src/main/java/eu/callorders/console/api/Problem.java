package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A problem of the service (RFC 9457).
 *
 * @param code empty if missing
 * @param detail empty if the field errors explain it
 * @param traceId may be empty
 */
public record Problem(
    int status,
    String code,
    String title,
    String detail,
    String traceId,
    List<FieldError> fieldErrors) {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int BAD_GATEWAY = 502;

  /** An invalid member of the request. */
  public record FieldError(String pointer, String code, String message) {
    private static FieldError of(JsonNode error) {
      return new FieldError(
          error.path("pointer").asText(),
          error.path("code").asText(),
          error.path("message").asText());
    }
  }

  static Problem of(int status, JsonNode body) {
    JsonNode detail = body.path("detail");
    return new Problem(
        status,
        body.path("code").asText(),
        body.path("title").asText(),
        detail.isTextual() ? detail.asText() : "",
        body.path("trace_id").asText(),
        Json.list(body.path("errors"), FieldError::of));
  }

  /** Whether a later retry may succeed. */
  public boolean isTransient() {
    return status == TOO_MANY_REQUESTS || status >= BAD_GATEWAY;
  }
}
