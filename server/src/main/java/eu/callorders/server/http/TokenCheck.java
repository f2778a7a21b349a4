package eu.callorders.server.http;

import io.vertx.core.Future;

/** The port that verifies access tokens. */
public interface TokenCheck {

  /** What a refusal calls a permission that the caller lacks. */
  default String permission() {
    return "scope";
  }

  /**
   * Identifies the caller of a request.
   *
   * @param bearerToken the token as sent
   * @param sourceAddress the request's source
   * @return the caller; failed with a {@link eu.callorders.core.problem.ProblemException} {@code
   *     unauthorized} or {@code ip_not_allowlisted}
   */
  Future<Caller> check(String bearerToken, String sourceAddress);
}
