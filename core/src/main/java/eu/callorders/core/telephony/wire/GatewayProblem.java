package eu.callorders.core.telephony.wire;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refusals of the protocol as RFC 9457 problems: {@code {type, title, status, code, detail}}. */
public final class GatewayProblem {
  public static final String MEDIA_TYPE = "application/problem+json";

  /** 404: the gateway has no such attempt, in contrast to any other 404. */
  public static final String UNKNOWN_ATTEMPT = "unknown_attempt";

  /** With {@link #UNKNOWN_ATTEMPT}: since when the gateway has all calls, but for erased ones. */
  public static final String KEPT_SINCE = "kept_since";

  /** 410: the attempt was placed, and erased since. */
  public static final String FORGOTTEN = "forgotten";

  /** 410: the gateway cannot go on after that cursor. */
  public static final String UNKNOWN_CURSOR = "unknown_cursor";

  /** 410: what followed that cursor is not kept any more. */
  public static final String EXPIRED_CURSOR = "expired_cursor";

  /** 409: the era of a request is not the deployment's current one. */
  public static final String STALE_ERA = "stale_era";

  /** 409: nodes of the current era are at work. */
  public static final String ERA_IN_USE = "era_in_use";

  /** 404: the gateway has granted no era of the deployment, in contrast to any other 404. */
  public static final String UNKNOWN_DEPLOYMENT = "unknown_deployment";

  /** 409: the attempt runs and cannot be erased. */
  public static final String STILL_RUNNING = "still_running";

  /** 409: another body under the same attempt id. */
  public static final String ATTEMPT_CONFLICT = "attempt_conflict";

  private GatewayProblem() {}

  /**
   * A problem body.
   *
   * @param code what programs branch on
   * @param detail for people
   */
  public static Map<String, Object> body(int status, String code, String detail) {
    return new ObjectBuilder()
        .with("type", "about:blank")
        .with("title", code.replace('_', ' '))
        .with("status", status)
        .with("code", code)
        .with("detail", detail)
        .tree();
  }

  /**
   * The instant of {@link #KEPT_SINCE}; null when the body has none. Throws {@link
   * MalformedDocumentException}.
   */
  public static @Nullable Instant keptSince(@Nullable Object body) {
    return ObjectReader.of(body).optionalInstant(KEPT_SINCE);
  }

  /** The code of a problem body; null when it is none. */
  public static @Nullable String code(@Nullable Object body) {
    return body instanceof Map<?, ?> problem && problem.get("code") instanceof String code
        ? code
        : null;
  }
}
