package eu.callorders.server.admin;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.TokenCheck;
import eu.callorders.server.ratelimit.RateLimit;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** Verifies the operator token, which belongs to no tenant. */
public final class AdminTokenCheck implements TokenCheck {
  private static final UUID NO_ID = new UUID(0, 0);
  private static final Caller OPERATOR = new Caller(NO_ID, NO_ID, Set.of(), RateLimit.UNLIMITED);

  private final Supplier<List<String>> tokens;

  /**
   * @param tokens the tokens that are valid now
   */
  public AdminTokenCheck(Supplier<List<String>> tokens) {
    this.tokens = tokens;
  }

  @Override
  public Future<Caller> check(String bearerToken, String sourceAddress) {
    return isAccepted(bearerToken.getBytes(StandardCharsets.UTF_8))
        ? Future.succeededFuture(OPERATOR)
        : Future.failedFuture(
            new ProblemException(
                Problem.of(ProblemCode.UNAUTHORIZED, "That is not the administration's token.")));
  }

  /** Compares in constant time. */
  private boolean isAccepted(byte[] bearerToken) {
    boolean found = false;
    for (String token : tokens.get()) {
      found |= MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8), bearerToken);
    }
    return found;
  }
}
