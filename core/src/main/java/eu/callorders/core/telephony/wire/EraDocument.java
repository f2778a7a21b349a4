package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The request for an era and its responses: 200 grants it, the documented 409s refuse it. */
public final class EraDocument {
  private static final int OK = 200;
  private static final int CONFLICT = 409;

  private EraDocument() {}

  public static Map<String, Object> write(EraRequest request) {
    return new ObjectBuilder()
        .with("deployment", request.deployment().toString())
        .with("number", request.number())
        .with("id", request.id().toString())
        .with("node", request.node().toString())
        .with(
            "previous_node",
            request.previousNode() == null ? null : request.previousNode().toString())
        .with("take_over", request.takeOver())
        .build();
  }

  /** Throws {@link MalformedDocumentException}. */
  public static EraRequest read(@Nullable Object tree) {
    ObjectReader request = ObjectReader.of(tree);
    return new EraRequest(
        request.uuid("deployment"),
        request.smallInteger("number", 0, EraRequest.MAX_NUMBER),
        request.uuid("id"),
        request.uuid("node"),
        request.has("previous_node") ? request.uuid("previous_node") : null,
        request.has("take_over") && request.bool("take_over"));
  }

  /** The body of 200. */
  public static Map<String, Object> granted(int number) {
    return new ObjectBuilder().with("number", number).build();
  }

  /** The problem body of 409, with the number of the current era. */
  public static Map<String, Object> refused(String code, String detail, int number) {
    Map<String, Object> body = new LinkedHashMap<>(GatewayProblem.body(CONFLICT, code, detail));
    body.put("number", number);
    return body;
  }

  /**
   * Interprets a response; never throws.
   *
   * @param body the parsed body; null without valid JSON
   * @param retryAfter the header {@code Retry-After}
   */
  public static EraRequestResult readResult(
      int status, @Nullable Object body, @Nullable String retryAfter) {
    try {
      if (status == OK) {
        return new EraRequestResult.Granted();
      }
      String code = status == CONFLICT ? GatewayProblem.code(body) : null;
      if (GatewayProblem.ERA_IN_USE.equals(code)) {
        Duration wait = RetryAfter.read(retryAfter);
        return new EraRequestResult.InUse(number(body), wait == null ? Duration.ZERO : wait);
      }
      if (GatewayProblem.STALE_ERA.equals(code)) {
        return new EraRequestResult.Stale(number(body));
      }
      return new EraRequestResult.Unavailable("the gateway answered " + status);
    } catch (MalformedDocumentException malformed) {
      return new EraRequestResult.Unavailable(
          "the gateway answered " + status + ", and " + malformed.getMessage());
    }
  }

  private static int number(@Nullable Object body) {
    return ObjectReader.of(body).smallInteger("number", 0, EraRequest.MAX_NUMBER);
  }
}
