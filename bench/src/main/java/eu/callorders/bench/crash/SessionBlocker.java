package eu.callorders.bench.crash;

import eu.callorders.core.id.IdKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** Holds up the service's sessions at chosen places, and sees whether they stand there. */
final class SessionBlocker implements AutoCloseable {
  private static final String LOCK = "SELECT pg_advisory_lock(hashtextextended(?, 0))";
  private static final String UNLOCK = "SELECT pg_advisory_unlock(hashtextextended(?, 0))";

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

  private final Postgres postgres;
  private final Connection connection;

  private SessionBlocker(Postgres postgres, Connection connection) {
    this.postgres = postgres;
    this.connection = connection;
  }

  static SessionBlocker open(Postgres postgres) throws SQLException {
    return new SessionBlocker(postgres, postgres.connect());
  }

  /** Acquires an advisory lock of the service; other transactions wait for it. */
  void hold(String name) throws SQLException {
    count(LOCK, name);
  }

  void release(String name) throws SQLException {
    count(UNLOCK, name);
  }

  /**
   * From now on every commit is written to disk, and then waits for a standby that does not exist:
   * it is committed, but without a response.
   */
  void holdCommits() throws IOException, InterruptedException, SQLException {
    standby("'no_standby'");
  }

  /** Commits return again, those that have waited too. */
  void releaseCommits() throws IOException, InterruptedException, SQLException {
    standby("''");
  }

  private void standby(String names) throws IOException, InterruptedException, SQLException {
    Files.writeString(
        postgres.configuration(),
        "synchronous_standby_names = " + names + "\n",
        StandardOpenOption.APPEND);
    postgres.reload();
    Instant giveUp = Instant.now().plus(TIMEOUT);
    while (!setting("synchronous_standby_names").equals(names.replace("'", ""))) {
      pause(giveUp, "PostgreSQL does not read its configuration");
    }
    Thread.sleep(200); // the checkpointer, which makes it known to commits, reads it by itself
  }

  private String setting(String name) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT current_setting(?)")) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  /** Until a session of the service waits for that lock. */
  void awaitWaiting(String lock) throws SQLException, InterruptedException {
    await(WAITING, lock);
  }

  /** Until a session that has that lock waits for another one. */
  void awaitWaitingWith(String lock) throws SQLException, InterruptedException {
    await(WAITING_WITH, lock);
  }

  /**
   * Until a session that has that lock has committed and does not know it yet.
   *
   * @return false when it cannot get there: it waits for what another held commit has locked
   */
  boolean awaitCommitting(String lock) throws SQLException, InterruptedException {
    Instant giveUp = Instant.now().plus(TO_COMMIT);
    while (count(COMMITTING, lock) == 0) {
      if (Instant.now().isAfter(giveUp)) {
        return false;
      }
      Thread.sleep(5);
    }
    return true;
  }

  /** Until no session has that lock: only after that its transaction is seen by others. */
  void awaitFree(String lock) throws SQLException, InterruptedException {
    Instant giveUp = Instant.now().plus(TIMEOUT);
    while (count(HELD, lock) > 0) {
      pause(giveUp, lock + " is not released");
    }
  }

  private void await(String question, String lock) throws SQLException, InterruptedException {
    Instant giveUp = Instant.now().plus(TIMEOUT);
    while (count(question, lock) == 0) {
      pause(giveUp, "no session waits for " + lock);
    }
  }

  static void pause(Instant giveUp, String otherwise) throws InterruptedException {
    if (Instant.now().isAfter(giveUp)) {
      throw new IllegalStateException(otherwise);
    }
    Thread.sleep(5);
  }

  private long count(String question, String name) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(question)) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getObject(1) instanceof Long count ? count : 0;
      }
    }
  }

  /** How many attempts an order has. */
  long attempts(String orderId) throws SQLException {
    return count(ATTEMPTS, uuid(orderId));
  }

  /** How many of them have a number, as those have that the gateway took. */
  long takenAttempts(String orderId) throws SQLException {
    return count(ATTEMPTS + " AND attempt_number IS NOT NULL", uuid(orderId));
  }

  private static String uuid(String orderId) {
    return IdKind.ORDER.parse(orderId).orElseThrow().toString();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
