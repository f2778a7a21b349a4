package eu.callorders.server.dial;

import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Halts and resumes dialing. After the commit of a halt no intent that it covers is written:
 * dialers share a lock that is acquired exclusively here. Active calls continue.
 */
public final class HaltControl {
  /** Limit of scoped halts in force; a halt of everything is always possible. */
  static final int MAX_HALTS = 1_000;

  private static final Halt.Scope EVERYTHING = new Halt.Scope(null, null, null);

  private final InstantSource realTime;
  private final RandomGenerator random;

  public HaltControl(InstantSource realTime, RandomGenerator random) {
    this.realTime = realTime;
    this.random = random;
  }

  public Future<ActiveHalts> active(SqlConnection connection) {
    return HaltStore.active(connection);
  }

  /**
   * Halts the scope, unless a halt of the same scope is in force. Fails with {@code
   * validation_failed} when too many are.
   */
  public Future<Halt> halt(SqlConnection connection, Halt.Scope scope, String reason) {
    return HaltStore.activeExclusive(connection)
        .compose(
            halts -> {
              Optional<Halt> existing =
                  halts.operatorHalts().filter(halt -> halt.scope().equals(scope)).findFirst();
              if (existing.isPresent()) {
                return Future.succeededFuture(existing.get());
              }
              return halts.halts().size() < MAX_HALTS || scope.equals(EVERYTHING)
                  ? insert(connection, scope, reason)
                  : Future.failedFuture(new ProblemException(tooMany()));
            });
  }

  private static Problem tooMany() {
    String message = MAX_HALTS + " halts are in force: resume some, or halt a wider scope instead";
    return Problem.invalid(
        List.of(
            FieldError.body("", "limit", message, Map.of("rule", "halts", "limit", MAX_HALTS))));
  }

  private Future<Halt> insert(SqlConnection connection, Halt.Scope scope, String reason) {
    Instant now = now();
    Halt halt = new Halt(UuidV7.at(now, random), Halt.Kind.OPERATOR, scope, reason, now);
    return HaltStore.insert(connection, halt).map(halt);
  }

  /** Lifts and returns the operators' halts within the scope. */
  public Future<List<Halt>> resume(SqlConnection connection, Halt.Scope scope) {
    return HaltStore.activeExclusive(connection)
        .map(halts -> halts.operatorHalts().filter(halt -> scope.contains(halt.scope())).toList())
        .compose(lifted -> HaltStore.lift(connection, lifted, now()).map(lifted));
  }

  private Instant now() {
    return realTime.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
