package eu.callorders.bench;

import eu.callorders.db.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A database session that sees the rows of every tenant, as those of workers do. */
public record SqlSession(Connection connection) implements AutoCloseable {
  public static SqlSession open(DatabaseAddress address) throws SQLException {
    SqlSession session = new SqlSession(address.connect());
    session.execute("SET app.worker = on");
    return session;
  }

  /** Lets the owner of an embedded database write it to disk at once, by {@code CHECKPOINT}. */
  static void allowCheckpoints(Path dataDirectory, DatabaseAddress owner)
      throws IOException, SQLException {
    executeAsSuperuser(dataDirectory, owner, "GRANT pg_checkpoint TO " + owner.user());
  }

  /** Executes statements in an embedded database that its owner may not execute. */
  static void executeAsSuperuser(Path dataDirectory, DatabaseAddress owner, String... statements)
      throws IOException, SQLException {
    Path password = dataDirectory.resolve("postgres/superuser-password");
    DatabaseAddress superuser =
        new DatabaseAddress(
            owner.host(),
            owner.port(),
            owner.database(),
            "postgres",
            Files.readString(password).strip(),
            Map.of());
    try (SqlSession session = open(superuser)) {
      session.executeAll(List.of(statements));
    }
  }

  /** Executes a statement; answers how many rows it has changed. */
  public int execute(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = prepared(sql, parameters)) {
      statement.execute();
      return statement.getUpdateCount();
    }
  }

  public void executeAll(List<String> statements) throws SQLException {
    for (String each : statements) {
      execute(each);
    }
  }

  public interface RowMapper<T> {
    T of(ResultSet row) throws SQLException;
  }

  public <T> List<T> rows(String query, RowMapper<T> mapper, Object... parameters)
      throws SQLException {
    List<T> found = new ArrayList<>();
    try (PreparedStatement statement = prepared(query, parameters);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.add(mapper.of(rows));
      }
    }
    return found;
  }

  public List<String> texts(String query, Object... parameters) throws SQLException {
    return rows(query, row -> row.getString(1), parameters);
  }

  /** The first column of the first row. */
  public long number(String query, Object... parameters) throws SQLException {
    return rows(query, row -> row.getLong(1), parameters).getFirst();
  }

  private PreparedStatement prepared(String sql, Object... parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int place = 0; place < parameters.length; place++) {
      statement.setObject(place + 1, parameters[place]);
    }
    return statement;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
