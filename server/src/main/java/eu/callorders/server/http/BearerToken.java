package eu.callorders.server.http;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import io.vertx.core.MultiMap;
import java.util.List;

/** Reads the access token of a request (RFC 6750, 2.1). */
final class BearerToken {
  private static final String SCHEME = "Bearer ";

  private BearerToken() {}

  /**
   * The token.
   *
   * @throws ProblemException {@code unauthorized} when there is not exactly one
   */
  static String read(MultiMap headers) {
    List<String> sent = headers.getAll("Authorization");
    if (sent.size() != 1) {
      throw unauthorized("The request needs one header Authorization: Bearer <access token>.");
    }
    String value = sent.getFirst();
    if (!value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw unauthorized("The header Authorization must use the scheme Bearer.");
    }
    String token = value.substring(SCHEME.length()).strip();
    if (token.isEmpty()) {
      throw unauthorized("The header Authorization holds no token.");
    }
    return token;
  }

  private static ProblemException unauthorized(String detail) {
    return ProblemException.of(ProblemCode.UNAUTHORIZED, detail);
  }
}
