package eu.callorders.server.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;

/** A request that the service refused; the message says why. */
public final class AdminRequestException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int TOO_MANY = 429;
  private static final int UNAVAILABLE = 503;

  private final boolean temporary;

  AdminRequestException(String message, boolean temporary) {
    super(message);
    this.temporary = temporary;
  }

  /** Formats a problem with all field errors. */
  static AdminRequestException fromResponse(int status, String text) {
    boolean temporary = status == TOO_MANY || status == UNAVAILABLE;
    JsonNode problem = parse(text);
    if (!problem.has("code")) {
      return new AdminRequestException("refused with status " + status, temporary);
    }
    StringBuilder message = new StringBuilder(problem.path("title").asText());
    message
        .append(" (")
        .append(problem.path("code").asText())
        .append(", ")
        .append(status)
        .append(')');
    if (problem.path("detail").isTextual()) {
      message.append(": ").append(problem.path("detail").asText());
    }
    for (JsonNode error : problem.path("errors")) {
      message
          .append("\n  ")
          .append(pointer(error))
          .append(": ")
          .append(error.path("message").asText());
      message.append(" (").append(error.path("code").asText()).append(')');
    }
    return new AdminRequestException(message.toString(), temporary);
  }

  private static String pointer(JsonNode error) {
    String pointer = error.path("pointer").asText();
    return pointer.isEmpty() ? "body" : pointer;
  }

  private static JsonNode parse(String text) {
    try {
      return Json.parse(text);
    } catch (IllegalStateException e) {
      return Json.object(); // the response is not from the administration
    }
  }

  public boolean isTemporary() {
    return temporary;
  }
}
