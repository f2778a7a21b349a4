package eu.callorders.server.auth;

import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Caches the enabled operators for two seconds, so that a withdrawn role or token ends within five
 * seconds on every node. It reads all of them at once: a guessed token costs no query.
 */
public final class OperatorCache {
  private static final Duration MAX_AGE = Duration.ofSeconds(2);

  private final Vertx vertx;
  private final Database database;
  private final InstantSource clock;
  private @Nullable Entry entry;

  /** A query, completed or in progress, and its start. */
  private record Entry(Future<List<OperatorStore.Stored>> result, Instant at) {}

  public OperatorCache(Vertx vertx, Database database, InstantSource clock) {
    this.vertx = vertx;
    this.database = database;
    this.clock = clock;
    database.onNewInstance(this::invalidate);
  }

  /** Makes the next request read the operators again, after a change on this node. */
  public synchronized void invalidate() {
    entry = null;
  }

  /** The enabled operator with this token. */
  public Future<Optional<Operator>> find(OperatorToken token) {
    if (!token.hasPrefix()) {
      return Future.succeededFuture(Optional.empty());
    }
    byte[] hash = token.hash();
    return SharedFuture.onCallersContext(vertx, current().result())
        .map(operators -> find(operators, hash));
  }

  /** Takes the same time whichever operator it is. */
  private static Optional<Operator> find(List<OperatorStore.Stored> operators, byte[] tokenHash) {
    Operator found = null;
    for (OperatorStore.Stored each : operators) {
      if (MessageDigest.isEqual(each.tokenHash().getBytes(), tokenHash)) {
        found = each.operator();
      }
    }
    return Optional.ofNullable(found);
  }

  /** Concurrent callers share one query. */
  private synchronized Entry current() {
    Entry existing = entry;
    if (existing != null && isFresh(existing)) {
      return existing;
    }
    Instant at = clock.instant();
    Entry read = new Entry(OperatorStore.enabled(database.workers()), at);
    entry = read;
    return read;
  }

  private boolean isFresh(Entry existing) {
    Instant now = clock.instant();
    return !existing.result().failed()
        && !now.isBefore(existing.at())
        && now.isBefore(existing.at().plus(MAX_AGE));
  }
}
