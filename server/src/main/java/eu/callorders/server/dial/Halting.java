package eu.callorders.server.dial;

import eu.callorders.core.id.UuidV7;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Stops dialling, and lets it go on. Once a halt is committed no intent to dial is written that it
 * concerns: who dials holds a lock in common that is taken alone here. Calls that run go on.
 */
public final class Halting {
  private final HaltStore store = new HaltStore();
  private final InstantSource realTime;
  private final RandomGenerator random;

  public Halting(InstantSource realTime, RandomGenerator random) {
    this.realTime = realTime;
    this.random = random;
  }

  /** The halts in force, oldest first. */
  public Future<Halts> inForce(SqlConnection connection) {
    return store.inForce(connection);
  }

  /** Halts all of that; one of just this scope that is in force already stays as it is. */
  public Future<Halt> halt(SqlConnection connection, Halt.Scope scope, String reason) {
    return store
        .alone(connection)
        .compose(
            halts -> {
              Optional<Halt> known =
                  halts.byOperators().filter(halt -> halt.scope().equals(scope)).findFirst();
              return known.isPresent()
                  ? Future.succeededFuture(known.get())
                  : begin(connection, scope, reason);
            });
  }

  private Future<Halt> begin(SqlConnection connection, Halt.Scope scope, String reason) {
    Instant now = now();
    Halt halt = new Halt(UuidV7.at(now, random), Halt.Kind.OPERATOR, scope, reason, now);
    return store.insert(connection, halt).map(halt);
  }

  /** Lifts every operator's halt of what lies in that scope, and answers them. */
  public Future<List<Halt>> resume(SqlConnection connection, Halt.Scope scope) {
    return store
        .alone(connection)
        .map(halts -> halts.byOperators().filter(halt -> scope.contains(halt.scope())).toList())
        .compose(lifted -> store.lift(connection, lifted, now()).map(lifted));
  }

  private Instant now() {
    return realTime.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
