package eu.callorders.bench.faults;

import eu.callorders.bench.SqlSession;
import eu.callorders.bench.crash.Postgres;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Sessions of another role take every connection that the server permits, those of the nodes
 * included; only the superuser's are left.
 */
final class TakenConnections implements Shortage {
  /** So that two nodes of 12 connections leave room, and taking them takes no memory. */
  static final int PERMITTED = 60;

  private static final int ROUNDS = 20;
  private static final long PAUSE_MILLIS = 100;
  private static final String FULL = "53300";

  private static final String TERMINATE =
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = ?";

  private final Postgres postgres;
  private final List<SqlSession> taken = new ArrayList<>();

  TakenConnections(Postgres postgres) {
    this.postgres = postgres;
  }

  @Override
  public void begin() throws Exception {
    String service = postgres.database().service().user();
    try (SqlSession superuser = postgres.superuser(postgres.databaseName())) {
      take();
      for (int round = 0; round < ROUNDS; round++) {
        long ended = superuser.number(TERMINATE, service);
        take();
        if (ended == 0) {
          break;
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    System.out.println("connections taken: " + taken.size());
  }

  private void take() throws SQLException {
    try {
      while (taken.size() < PERMITTED) {
        taken.add(SqlSession.open(postgres.database().owner()));
      }
    } catch (SQLException e) {
      if (!FULL.equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  @Override
  public Instant end() throws SQLException {
    for (SqlSession session : taken) {
      session.close();
    }
    return Instant.now();
  }
}
