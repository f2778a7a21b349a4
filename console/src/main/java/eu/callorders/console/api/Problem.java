package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A refusal as the service words it, after RFC 9457.
 *
 * @param code what programs go by; empty when the answer had none
 * @param detail one sentence, empty when the faults say it all
 * @param traceId what to tell whoever runs the service; may be empty
 */
public record Problem(
    int status, String code, String title, String detail, String traceId, List<Fault> faults) {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int BAD_GATEWAY = 502;

  /** One member of the request that is not as it should be. */
  public record Fault(String pointer, String code, String message) {}

  static Problem of(int status, JsonNode body) {
    JsonNode detail = body.path("detail");
    List<Fault> faults = new ArrayList<>();
    for (JsonNode error : body.path("errors")) {
      faults.add(
          new Fault(
              error.path("pointer").asText(),
              error.path("code").asText(),
              error.path("message").asText()));
    }
    return new Problem(
        status,
        body.path("code").asText(),
        body.path("title").asText(),
        detail.isTextual() ? detail.asText() : "",
        body.path("trace_id").asText(),
        List.copyOf(faults));
  }

  /** Whether waiting helps. */
  public boolean passes() {
    return status == TOO_MANY_REQUESTS || status >= BAD_GATEWAY;
  }
}
