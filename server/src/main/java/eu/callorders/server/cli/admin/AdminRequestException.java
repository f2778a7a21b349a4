package eu.callorders.server.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.http.Json;

/** The service has not done what was asked; the message says why. */
public final class AdminRequestException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int TOO_MANY = 429;
  private static final int UNAVAILABLE = 503;

  private final boolean passing;

  AdminRequestException(String message, boolean passing) {
    super(message);
    this.passing = passing;
  }

  /** Tells a problem with all its faults, each with where it is. */
  static AdminRequestException by(int status, String text) {
    boolean passing = status == TOO_MANY || status == UNAVAILABLE;
    JsonNode problem = parse(text);
    if (!problem.has("code")) {
      return new AdminRequestException("refused with status " + status, passing);
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
    for (JsonNode fault : problem.path("errors")) {
      message
          .append("\n  ")
          .append(pointer(fault))
          .append(": ")
          .append(fault.path("message").asText());
      message.append(" (").append(fault.path("code").asText()).append(')');
    }
    return new AdminRequestException(message.toString(), passing);
  }

  private static String pointer(JsonNode fault) {
    String pointer = fault.path("pointer").asText();
    return pointer.isEmpty() ? "the whole" : pointer;
  }

  private static JsonNode parse(String text) {
    try {
      return Json.parse(text);
    } catch (IllegalStateException e) {
      return Json.object(); // whoever answered is not the administration
    }
  }

  /** Whether the same may well succeed a little later. */
  public boolean isPassing() {
    return passing;
  }
}
