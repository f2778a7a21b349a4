package eu.callorders.server.http;

import io.vertx.core.Future;

/** Tells who calls. */
public interface TokenCheck {

  /**
   * The caller behind an access token. Fails with a {@link eu.callorders.core.problem.Refusal}
   * {@code unauthorized} or {@code ip_not_allowlisted}.
   */
  Future<Caller> check(String bearerToken, String sourceAddress);
}
