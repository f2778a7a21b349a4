package eu.callorders.bench.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rows of a database and the positions of its sequences as of one snapshot. It stands for
 * pg_dump and pg_restore, which the embedded PostgreSQL does not contain; the tables come from the
 * migrations.
 */
final class LogicalDump {
  private static final String SEQUENCES = "sequences.sql";

  /** With rows of their own: a table or a partition, not what partitions belong to. */
  private static final String TABLES =
      """
      SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      """;

  private static final String POSITIONS =
      """
      SELECT format('SELECT setval(%L, %s, %L)', sequencename, coalesce(last_value, start_value),
                    last_value IS NOT NULL)
        FROM pg_sequences WHERE schemaname = 'public'
      """;

  private static final Pattern DAY_PARTITION = Pattern.compile("(.+)_(\\d{8})");

  private LogicalDump() {}

  /** Writes a dump into a new directory, while others read and write. */
  static void write(Postgres postgres, Path directory) throws IOException, SQLException {
    Files.createDirectory(directory);
    try (Connection connection = connect(postgres)) {
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      for (String table : query(connection, TABLES)) {
        execute(connection, "COPY %s TO '%s'".formatted(table, rows(directory, table)));
      }
      Files.write(directory.resolve(SEQUENCES), query(connection, POSITIONS));
    }
  }

  /** Gives a database that was just created the dump's rows and partitions, and no others. */
  static void restore(Path directory, Postgres postgres) throws IOException, SQLException {
    List<String> tables = tables(directory);
    try (Connection connection = connect(postgres)) {
      execute(connection, "SET LOCAL session_replication_role = replica"); // as pg_restore: no keys
      for (String table : query(connection, TABLES)) {
        if (DAY_PARTITION.matcher(table).matches()) {
          execute(connection, "DROP TABLE " + table);
        }
      }
      execute(connection, "TRUNCATE " + String.join(", ", query(connection, TABLES)));
      for (String table : tables) {
        Matcher partition = DAY_PARTITION.matcher(table);
        if (partition.matches()) {
          execute(
              connection,
              "SELECT create_day_partition('%s', '%s')"
                  .formatted(partition.group(1), partition.group(2)));
        }
      }
      for (String table : tables) {
        execute(connection, "COPY %s FROM '%s'".formatted(table, rows(directory, table)));
      }
      for (String position : Files.readAllLines(directory.resolve(SEQUENCES))) {
        execute(connection, position);
      }
      connection.commit();
    }
  }

  /** In a transaction; as superuser, from whom row-level security hides nothing. */
  private static Connection connect(Postgres postgres) throws IOException, SQLException {
    Connection connection = postgres.superuser(postgres.databaseName());
    connection.setAutoCommit(false);
    return connection;
  }

  /** A file that the server itself writes and reads: it runs on this machine. */
  private static Path rows(Path directory, String table) {
    return directory.resolve(table + ".copy").toAbsolutePath();
  }

  private static List<String> tables(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".copy"))
          .map(name -> name.substring(0, name.length() - ".copy".length()))
          .sorted()
          .toList();
    }
  }

  private static List<String> query(Connection connection, String query) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  private static void execute(Connection connection, String command) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }
}
