package eu.callorders.bench.crash;

import eu.callorders.bench.Polling;
import eu.callorders.bench.SqlSession;
import eu.callorders.core.id.IdKind;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;

/** Holds up the service's sessions at chosen places, and sees whether they stand there. */
final class SessionBlocker implements AutoCloseable {
  private static final String ON_LOCK =
      """
       FROM pg_locks l
       JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory'
        AND l.objsubid = 1
        AND (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended(?, 0)
        AND a.pid <> pg_backend_pid()
      """;

  private static final String WAITING = "SELECT count(*) " + ON_LOCK + " AND NOT l.granted";

  private static final String WAITING_WITH =
      """
      SELECT count(*)
        FROM pg_locks held
        JOIN pg_locks wanted ON wanted.pid = held.pid
       WHERE held.locktype = 'advisory'
         AND held.objsubid = 1
         AND held.granted
         AND (held.classid::bigint << 32 | held.objid::bigint) = hashtextextended(?, 0)
         AND wanted.locktype = 'advisory'
         AND NOT wanted.granted
      """;

  private static final String HELD = "SELECT count(*) " + ON_LOCK + " AND l.granted";

  private static final String COMMITTING = HELD + " AND a.wait_event = 'SyncRep'";

  private static final String ATTEMPTS =
      "SELECT count(*) FROM call_attempt WHERE order_id = ?::uuid";

  private static final Duration TO_COMMIT = Duration.ofSeconds(8);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 5;

  private final Postgres postgres;
  private final SqlSession session;

  private SessionBlocker(Postgres postgres, SqlSession session) {
    this.postgres = postgres;
    this.session = session;
  }

  static SessionBlocker open(Postgres postgres) throws SQLException {
    return new SessionBlocker(postgres, postgres.connect());
  }

  /** Acquires an advisory lock of the service; other transactions wait for it. */
  void hold(String name) throws SQLException {
    session.execute("SELECT pg_advisory_lock(hashtextextended(?, 0))", name);
  }

  void release(String name) throws SQLException {
    session.execute("SELECT pg_advisory_unlock(hashtextextended(?, 0))", name);
  }

  /**
   * From now on every commit is written to disk, and then waits for a standby that does not exist:
   * it is committed, but without a response.
   */
  void holdCommits() throws Exception {
    standby("no_standby");
  }

  /** Commits return again, those that have waited too. */
  void releaseCommits() throws Exception {
    standby("");
  }

  private void standby(String name) throws Exception {
    Files.writeString(
        postgres.configuration(),
        "synchronous_standby_names = '" + name + "'\n",
        StandardOpenOption.APPEND);
    postgres.reload();
    Polling.until(
        TIMEOUT,
        PAUSE_MILLIS,
        "PostgreSQL does not read its configuration",
        () -> session.texts("SHOW synchronous_standby_names").contains(name));
    Thread.sleep(200); // the checkpointer, which makes it known to commits, reads it by itself
  }

  /** Until a session of the service waits for that lock. */
  void awaitWaiting(String lock) throws Exception {
    await(WAITING, lock);
  }

  /** Until a session that has that lock waits for another one. */
  void awaitWaitingWith(String lock) throws Exception {
    await(WAITING_WITH, lock);
  }

  private void await(String question, String lock) throws Exception {
    Polling.until(
        TIMEOUT,
        PAUSE_MILLIS,
        "no session waits for " + lock,
        () -> session.number(question, lock) > 0);
  }

  /**
   * Until a session that has that lock has committed and does not know it yet.
   *
   * @return false when it cannot get there: it waits for what another held commit has locked
   */
  boolean awaitCommitting(String lock) throws Exception {
    return Polling.within(TO_COMMIT, PAUSE_MILLIS, () -> session.number(COMMITTING, lock) > 0);
  }

  /** Until no session has that lock: only after that its transaction is seen by others. */
  void awaitFree(String lock) throws Exception {
    Polling.until(
        TIMEOUT, PAUSE_MILLIS, lock + " is not released", () -> session.number(HELD, lock) == 0);
  }

  /** How many attempts an order has. */
  long attempts(String orderId) throws SQLException {
    return session.number(ATTEMPTS, uuid(orderId));
  }

  /** How many of them have a number, as those have that the gateway took. */
  long takenAttempts(String orderId) throws SQLException {
    return session.number(ATTEMPTS + " AND attempt_number IS NOT NULL", uuid(orderId));
  }

  private static String uuid(String orderId) {
    return IdKind.ORDER.parse(orderId).orElseThrow().toString();
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
