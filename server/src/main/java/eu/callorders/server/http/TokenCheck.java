package eu.callorders.server.http;

import io.vertx.core.Future;

/** The port to whoever knows access tokens. */
public interface TokenCheck {

  /**
   * Tells who calls.
   *
   * @param bearerToken the token as it was sent
   * @param sourceAddress where the request comes from
   * @return the caller; failed with a {@link eu.callorders.core.problem.ProblemException} {@code
   *     unauthorized} or {@code ip_not_allowlisted}
   */
  Future<Caller> check(String bearerToken, String sourceAddress);
}
