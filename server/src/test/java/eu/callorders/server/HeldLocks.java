package eu.callorders.server;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Locks;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Locks that a test holds in its own session, and the sessions that wait for them according to
 * {@code pg_locks}.
 */
public final class HeldLocks implements AutoCloseable {
  private static final String WAITING =
      "SELECT DISTINCT pid FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid))";

  private final Vertx vertx;
  private final TestDatabase database;
  private final PgConnection connection;
  private final Transaction transaction;
  private boolean held = true;

  private HeldLocks(Vertx vertx, TestDatabase database, DatabaseAddress address) {
    this.vertx = vertx;
    this.database = database;
    connection = PgConnection.connect(vertx, ConnectOptions.to(address)).await();
    transaction = connection.begin().await();
  }

  /** Holds advisory locks. */
  public static HeldLocks of(Vertx vertx, TestDatabase database, String... names) {
    HeldLocks locks = new HeldLocks(vertx, database, database.service());
    Locks.acquire(locks.connection, Set.of(names)).await();
    return locks;
  }

  /** Holds a table against writers; readers pass. */
  public static HeldLocks ofTable(Vertx vertx, TestDatabase database, String table) {
    HeldLocks locks = new HeldLocks(vertx, database, database.owner());
    locks.run("LOCK TABLE " + table + " IN EXCLUSIVE MODE");
    return locks;
  }

  /** Holds a table against readers and writers. */
  public static HeldLocks ofWholeTable(Vertx vertx, TestDatabase database, String table) {
    HeldLocks locks = new HeldLocks(vertx, database, database.owner());
    locks.run("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
    return locks;
  }

  /**
   * Holds the row locks of a statement over all tenants.
   *
   * @param statement for example {@code SELECT FROM x FOR UPDATE}
   */
  public static HeldLocks ofRows(Vertx vertx, TestDatabase database, String statement) {
    HeldLocks locks = new HeldLocks(vertx, database, database.service());
    locks.run("SET LOCAL app.worker = 'on'");
    locks.run(statement);
    return locks;
  }

  private void run(String statement) {
    connection.query(statement).execute().await();
  }

  /** The session that holds the locks. */
  public SqlConnection connection() {
    return connection;
  }

  /** Waits until a session waits for these locks; returns its process id. */
  public int awaitWaiter() {
    return Await.until("a session waits", this::waiting, pids -> !pids.isEmpty()).iterator().next();
  }

  /** The sessions that wait for these locks. */
  public Set<Integer> waiting() {
    return waitingFor(connection.processId());
  }

  /** The sessions that wait for locks of that session. */
  public Set<Integer> waitingFor(int pid) {
    return connection.preparedQuery(WAITING).execute(Tuple.of(pid)).await().stream()
        .map(row -> row.getInteger(0))
        .collect(Collectors.toSet());
  }

  /** Terminates another session. */
  public void kill(int pid) {
    PgConnection service =
        PgConnection.connect(vertx, ConnectOptions.to(database.service())).await();
    service.preparedQuery("SELECT pg_terminate_backend($1)").execute(Tuple.of(pid)).await();
    service.close().await();
  }

  /** Commits, which releases the locks. */
  public void release() {
    if (held) {
      held = false;
      transaction.commit().await();
      connection.close().await();
    }
  }

  @Override
  public void close() {
    release();
  }
}
