package eu.callorders.server.admin;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.Refusal;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.RateLimit;
import eu.callorders.server.http.TokenCheck;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import java.util.UUID;

/** Lets the operator in, who belongs to no tenant. */
public final class AdminTokenCheck implements TokenCheck {
  private static final UUID NOBODY = new UUID(0, 0);
  private static final Caller OPERATOR = new Caller(NOBODY, NOBODY, Set.of(), RateLimit.OFF);

  private final byte[] token;

  public AdminTokenCheck(String token) {
    this.token = token.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Future<Caller> check(String bearerToken, String sourceAddress) {
    return MessageDigest.isEqual(token, bearerToken.getBytes(StandardCharsets.UTF_8))
        ? Future.succeededFuture(OPERATOR)
        : Future.failedFuture(
            new Refusal(
                Problem.of(ProblemCode.UNAUTHORIZED, "That is not the administration's token.")));
  }
}
