package eu.callorders.server.app;

import eu.callorders.db.DatabaseAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Connections of a test as schema owner, which sees the rows of all tenants. */
final class OwnerSessions implements AutoCloseable {
  private static final int VALIDATION_SECONDS = 2;
  private static final String DEADLOCK = "40P01";
  private static final int MAX_DEADLOCKS = 10;

  private final DatabaseAddress owner;
  private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

  OwnerSessions(DatabaseAddress owner) {
    this.owner = owner;
  }

  /**
   * Runs a statement as schema owner for all tenants; returns the rows as text. Retries after a
   * deadlock with the service.
   */
  List<List<String>> sql(String statement, Object... arguments) {
    for (int deadlocks = 0; true; deadlocks++) {
      try {
        return sqlOnce(statement, arguments);
      } catch (SQLException e) {
        if (!DEADLOCK.equals(e.getSQLState()) || deadlocks == MAX_DEADLOCKS) {
          throw new AssertionError(statement + ": " + e.getMessage(), e);
        }
      }
    }
  }

  private List<List<String>> sqlOnce(String statement, Object... arguments) throws SQLException {
    Connection connection = borrowConnection();
    List<List<String>> rows = rows(connection, statement, arguments);
    idle.push(connection); // not after a failure: the connection may be broken
    return rows;
  }

  /** Reuses connections, since tests poll the database every few milliseconds. */
  private Connection borrowConnection() throws SQLException {
    Connection connection = idle.poll();
    while (connection != null && !connection.isValid(VALIDATION_SECONDS)) {
      connection.close();
      connection = idle.poll();
    }
    return connection == null ? connection() : connection;
  }

  private static List<List<String>> rows(
      Connection connection, String statement, Object... arguments) throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(statement)) {
      for (int index = 0; index < arguments.length; index++) {
        prepared.setObject(index + 1, arguments[index]);
      }
      List<List<String>> rows = new ArrayList<>();
      if (prepared.execute()) {
        ResultSet found = prepared.getResultSet();
        while (found.next()) {
          List<String> row = new ArrayList<>();
          for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
            row.add(found.getString(column));
          }
          rows.add(row);
        }
      }
      return rows;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** A connection as schema owner, for transactions that stay open. */
  Connection connection() throws SQLException {
    Connection connection = owner.connect();
    connection.createStatement().execute("SET app.worker = 'on'");
    return connection;
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection : idle) {
      connection.close();
    }
  }
}
