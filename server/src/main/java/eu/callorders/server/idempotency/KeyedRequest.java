package eu.callorders.server.idempotency;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.http.ApiRequest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/**
 * The use of an idempotency key.
 *
 * @param bodyHash hexadecimal SHA-256 of the body's values
 */
public record KeyedRequest(UUID tenantId, String key, String method, String path, String bodyHash) {

  /** Empty when the request has no key. */
  public static Optional<KeyedRequest> of(ApiRequest request) {
    return request
        .header("idempotency-key")
        .map(
            key ->
                new KeyedRequest(
                    request.caller().tenantId(),
                    key,
                    request.method(),
                    request.path(),
                    HexFormat.of().formatHex(BodyHash.of(request.body()))));
  }

  /** The name of the lock that the first request holds while it runs. */
  public String lock() {
    return "idempotency:" + tenantId + ":" + key;
  }

  /** Why the key cannot be used here after {@code earlier}; empty if it can. */
  public Optional<Problem> conflictWith(KeyedRequest earlier) {
    if (!method.equals(earlier.method) || !path.equals(earlier.path)) {
      return Optional.of(
          Problem.of(
              ProblemCode.IDEMPOTENCY_KEY_CONFLICT,
              "This key was used on another path or method within the last 48 hours."));
    }
    if (!bodyHash.equals(earlier.bodyHash)) {
      return Optional.of(
          Problem.of(
              ProblemCode.IDEMPOTENCY_KEY_REUSED,
              "This key was used with another body within the last 48 hours."));
    }
    return Optional.empty();
  }
}
