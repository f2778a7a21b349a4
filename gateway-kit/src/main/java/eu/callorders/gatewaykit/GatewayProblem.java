package eu.callorders.gatewaykit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Problems of the protocol by RFC 9457: {@code {type, title, status, code, detail}}. */
public final class GatewayProblem {
  public static final String MEDIA_TYPE = "application/problem+json";

  /** 404: the gateway has no such attempt, unlike any other 404. */
  public static final String UNKNOWN_ATTEMPT = "unknown_attempt";

  /** With {@link #UNKNOWN_ATTEMPT}: the gateway has all calls since, except erased ones. */
  public static final String KEPT_SINCE = "kept_since";

  /** 410: the attempt was placed and erased since. */
  public static final String FORGOTTEN = "forgotten";

  /** 410: the cursor belongs to another log. */
  public static final String UNKNOWN_CURSOR = "unknown_cursor";

  /** 410: events after the cursor are deleted. */
  public static final String EXPIRED_CURSOR = "expired_cursor";

  /** 409: the era of a request is not the deployment's current one. */
  public static final String STALE_ERA = "stale_era";

  /** 409: nodes of the current era are active. */
  public static final String ERA_IN_USE = "era_in_use";

  /** 404: the gateway has granted no era of the deployment, unlike any other 404. */
  public static final String UNKNOWN_DEPLOYMENT = "unknown_deployment";

  /** 409: the attempt is active and cannot be erased. */
  public static final String STILL_RUNNING = "still_running";

  /** 409: another body under the same attempt id. */
  public static final String ATTEMPT_CONFLICT = "attempt_conflict";

  private GatewayProblem() {}

  private record KeptSince(@Nullable Instant keptSince) {}

  /**
   * Writes a problem document.
   *
   * @param code for programs
   * @param detail for people
   */
  public static ObjectNode body(int status, String code, String detail) {
    return GatewayJson.object()
        .put("type", "about:blank")
        .put("title", code.replace('_', ' '))
        .put("status", status)
        .put("code", code)
        .put("detail", detail);
  }

  /** {@link #KEPT_SINCE}; null when absent. Throws {@link MalformedDocumentException}. */
  public static @Nullable Instant retainedSince(@Nullable JsonNode body) {
    return GatewayJson.read(body, KeptSince.class).keptSince();
  }

  /** The code of a problem body; null for any other body. */
  public static @Nullable String code(@Nullable JsonNode body) {
    return body == null ? null : body.path("code").textValue();
  }
}
