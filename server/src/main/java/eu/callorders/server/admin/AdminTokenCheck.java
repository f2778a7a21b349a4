package eu.callorders.server.admin;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.auth.Operator;
import eu.callorders.server.auth.OperatorCache;
import eu.callorders.server.auth.OperatorRole;
import eu.callorders.server.auth.OperatorToken;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.TokenCheck;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** Verifies the deployment's token, which has every role, and those of operators. */
public final class AdminTokenCheck implements TokenCheck {
  private static final Caller DEPLOYMENT =
      Caller.ofOperator(new UUID(0, 0), "operator", OperatorRole.ADMINISTER.included());

  private final Supplier<List<String>> tokens;
  private final OperatorCache operators;

  /**
   * @param tokens the deployment's tokens that are valid now
   */
  public AdminTokenCheck(Supplier<List<String>> tokens, OperatorCache operators) {
    this.tokens = tokens;
    this.operators = operators;
  }

  @Override
  public String permission() {
    return "role";
  }

  @Override
  public Future<Caller> check(String bearerToken, String sourceAddress) {
    if (isDeploymentToken(bearerToken.getBytes(StandardCharsets.UTF_8))) {
      return Future.succeededFuture(DEPLOYMENT);
    }
    return operators
        .find(new OperatorToken(bearerToken))
        .map(found -> found.map(AdminTokenCheck::caller).orElseThrow(AdminTokenCheck::unknown));
  }

  private static Caller caller(Operator operator) {
    Operator.Settings settings = operator.settings();
    return Caller.ofOperator(operator.id(), settings.name(), settings.role().included());
  }

  private static ProblemException unknown() {
    return ProblemException.of(
        ProblemCode.UNAUTHORIZED,
        "That is neither the administration's token nor that of an enabled operator.");
  }

  /** Compares in constant time. */
  private boolean isDeploymentToken(byte[] bearerToken) {
    boolean found = false;
    for (String token : tokens.get()) {
      found |= MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8), bearerToken);
    }
    return found;
  }
}
