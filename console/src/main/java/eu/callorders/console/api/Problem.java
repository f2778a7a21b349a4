package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A problem of the service (RFC 9457).
 *
 * @param code empty if missing
 * @param detail empty if the field errors explain it
 * @param traceId may be empty
 * @param parameters the values that the detail names; missing for none
 */
public record Problem(
    int status,
    String code,
    String title,
    String detail,
    String traceId,
    List<FieldError> fieldErrors,
    JsonNode parameters) {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int BAD_GATEWAY = 502;

  /**
   * An invalid member of the request.
   *
   * @param parameters the values that the message names; missing for none
   */
  public record FieldError(String pointer, String code, String message, JsonNode parameters) {
    /** Without parameters. */
    public FieldError(String pointer, String code, String message) {
      this(pointer, code, message, MissingNode.getInstance());
    }

    private static FieldError of(JsonNode error, JsonNode parameters) {
      return new FieldError(
          error.path("pointer").asText(),
          error.path("code").asText(),
          error.path("message").asText(),
          parameters);
    }
  }

  /** Without parameters. */
  public Problem(
      int status,
      String code,
      String title,
      String detail,
      String traceId,
      List<FieldError> fieldErrors) {
    this(status, code, title, detail, traceId, fieldErrors, MissingNode.getInstance());
  }

  /** The problem of a document that contains its status. */
  public static Problem of(JsonNode body) {
    return of(body.path("status").asInt(), body);
  }

  static Problem of(int status, JsonNode body) {
    JsonNode detail = body.path("detail");
    return new Problem(
        status,
        body.path("code").asText(),
        body.path("title").asText(),
        detail.isTextual() ? detail.asText() : "",
        body.path("trace_id").asText(),
        fieldErrors(body.path("errors"), detail),
        body.path("parameters"));
  }

  /** The entries of {@code detail} are those of {@code errors}, with parameters. */
  private static List<FieldError> fieldErrors(JsonNode errors, JsonNode detail) {
    List<FieldError> faults = new ArrayList<>();
    for (int index = 0; index < errors.size(); index++) {
      faults.add(FieldError.of(errors.path(index), detail.path(index).path("ctx")));
    }
    return faults;
  }

  /** Whether a later retry may succeed. */
  public boolean isTransient() {
    return status == TOO_MANY_REQUESTS || status >= BAD_GATEWAY;
  }
}
