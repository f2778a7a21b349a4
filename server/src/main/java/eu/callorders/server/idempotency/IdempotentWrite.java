package eu.callorders.server.idempotency;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a write in one transaction, at most once per key. The same transaction stores the reply, so
 * that a crash leaves both or neither.
 *
 * <p>Rejected work leaves no changes, whether it fails with a {@link ProblemException} or replies
 * with a problem: with a key it runs after a savepoint, so that the rejection itself can be stored
 * where the contract replays it.
 */
public final class IdempotentWrite {
  private static final String BEFORE_WORK = "SAVEPOINT before_work";
  private static final String UNDO_WORK = "ROLLBACK TO SAVEPOINT before_work";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Database database;
  private final IdempotencyStore store;
  private final InstantSource realTime;

  /**
   * @param realTime for the lifetime of keys, even in the sandbox
   */
  public IdempotentWrite(Database database, IdempotencyStore store, InstantSource realTime) {
    this.database = database;
    this.store = store;
    this.realTime = realTime;
  }

  /**
   * Runs the work, or returns the stored reply of the key.
   *
   * @param work uses the given connection; acquires its locks before it writes
   * @return the reply; failed with the work's {@link ProblemException}, or one about the key
   */
  public Future<Reply> run(ApiRequest request, Function<SqlConnection, Future<Reply>> work) {
    return run(request, KeyedRequest.of(request).orElse(null), work);
  }

  /**
   * As {@link #run(ApiRequest, Function)}.
   *
   * @param key of the request; null when it has none
   */
  Future<Reply> run(
      ApiRequest request, @Nullable KeyedRequest key, Function<SqlConnection, Future<Reply>> work) {
    return database.asTenant(
        request.caller().tenantId(),
        connection ->
            key != null
                ? runOnce(connection, key, work)
                : work.apply(connection).compose(IdempotentWrite::problemAsFailure));
  }

  /**
   * As {@link #run(ApiRequest, Function)}, then continues after the commit with the reply. A
   * rejection, even a stored one, is returned as is.
   */
  public Future<Reply> run(
      ApiRequest request,
      Function<SqlConnection, Future<Reply>> work,
      Function<Reply, Future<Reply>> afterCommit) {
    return run(request, work)
        .compose(
            reply ->
                reply.problem() == null ? afterCommit.apply(reply) : Future.succeededFuture(reply));
  }

  /** Pipelines the three statements. */
  private Future<Reply> runOnce(
      SqlConnection connection, KeyedRequest request, Function<SqlConnection, Future<Reply>> work) {
    Future<Set<String>> lock = Locks.tryAcquire(connection, List.of(request.lock()));
    Future<Optional<IdempotencyRecord>> earlier =
        store.find(connection, request.tenantId(), request.key(), realTime.instant());
    Future<?> savepoint = connection.query(BEFORE_WORK).execute();
    return Future.join(lock, earlier, savepoint)
        .compose(
            done -> {
              if (earlier.result().isPresent()) {
                return replay(request, earlier.result().get());
              }
              return lock.result().isEmpty()
                  ? Future.failedFuture(new ProblemException(inProgress()))
                  : runFirst(connection, request, work);
            });
  }

  static Future<Reply> replay(KeyedRequest request, IdempotencyRecord earlier) {
    return request
        .conflictWith(earlier.request())
        .<Future<Reply>>map(problem -> Future.failedFuture(new ProblemException(problem)))
        .orElseGet(() -> Future.succeededFuture(earlier.replay()));
  }

  private Future<Reply> runFirst(
      SqlConnection connection, KeyedRequest request, Function<SqlConnection, Future<Reply>> work) {
    return Future.succeededFuture(connection)
        .compose(work) // an exception of the work fails the future too
        .compose(IdempotentWrite::problemAsFailure)
        .compose(reply -> save(connection, request, reply))
        .recover(failure -> rollBack(connection, request, failure));
  }

  private Future<Reply> rollBack(
      SqlConnection connection, KeyedRequest request, Throwable failure) {
    if (!(failure instanceof ProblemException refusal)
        || !IdempotencyRecord.isStored(refusal.problem().code())) {
      return Future.failedFuture(failure);
    }
    return connection
        .query(UNDO_WORK)
        .execute()
        .compose(ignored -> save(connection, request, Reply.problem(refusal.problem())));
  }

  private Future<Reply> save(SqlConnection connection, KeyedRequest request, Reply reply) {
    IdempotencyRecord item = IdempotencyRecord.of(request, reply);
    return item == null
        ? Future.succeededFuture(reply)
        : IdempotencyStore.insert(connection, item, realTime.instant()).map(ignored -> reply);
  }

  static Future<Reply> problemAsFailure(Reply reply) {
    Problem problem = reply.problem();
    return problem == null
        ? Future.succeededFuture(reply)
        : Future.failedFuture(new ProblemException(problem));
  }

  static Problem inProgress() {
    return Problem.retryLater(
        ProblemCode.IDEMPOTENCY_KEY_IN_PROGRESS,
        "The first request with this key is still running.",
        RETRY_AFTER);
  }
}
