package eu.callorders.server.http;

import io.vertx.core.Future;

/** The port that verifies access tokens. */
public interface TokenCheck {

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
