package eu.callorders.client.api;

import eu.callorders.client.model.FieldError;
import eu.callorders.client.model.ProblemCode;
import java.util.List;
import java.util.Map;

/**
 * Why the service refuses a request.
 *
 * @param status HTTP status
 * @param detail one sentence; empty when the response has none
 * @param parameters the values that {@code detail} names
 * @param errors the faults of a body that breaks the contract
 */
public record Problem(
    int status,
    ProblemCode code,
    String detail,
    String traceId,
    Map<String, Object> parameters,
    List<FieldError> errors) {

  /** One line: code, detail and faults. */
  public String summary() {
    StringBuilder text = new StringBuilder(code.value());
    if (!detail.isEmpty()) {
      text.append(": ").append(detail);
    }
    for (FieldError error : errors) {
      text.append("; ").append(error.pointer()).append(' ');
      text.append(error.message() == null ? error.code().value() : error.message());
    }
    return text.toString();
  }
}
