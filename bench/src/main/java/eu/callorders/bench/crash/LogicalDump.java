package eu.callorders.bench.crash;

import eu.callorders.bench.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Stands for pg_dump and pg_restore, which the embedded PostgreSQL does not contain. */
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
  static void write(Postgres postgres, Path directory) throws Exception {
    Files.createDirectory(directory);
    try (SqlSession session = open(postgres)) {
      session.connection().setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      for (String table : session.texts(TABLES)) {
        session.execute("COPY %s TO '%s'".formatted(table, rows(directory, table)));
      }
      Files.write(directory.resolve(SEQUENCES), session.texts(POSITIONS));
    }
  }

  /** Gives a database that was just created the dump's rows and partitions, and no others. */
  static void restore(Postgres postgres, Path directory) throws Exception {
    List<String> tables = tables(directory);
    try (SqlSession session = open(postgres)) {
      session.execute("SET LOCAL session_replication_role = replica"); // as pg_restore: no keys
      for (String table : session.texts(TABLES)) {
        if (DAY_PARTITION.matcher(table).matches()) {
          session.execute("DROP TABLE " + table);
        }
      }
      session.execute("TRUNCATE " + String.join(", ", session.texts(TABLES)));
      for (String table : tables) {
        Matcher partition = DAY_PARTITION.matcher(table);
        if (partition.matches()) {
          session.execute(
              "SELECT create_day_partition('%s', '%s')"
                  .formatted(partition.group(1), partition.group(2)));
        }
      }
      for (String table : tables) {
        session.execute("COPY %s FROM '%s'".formatted(table, rows(directory, table)));
      }
      session.executeAll(Files.readAllLines(directory.resolve(SEQUENCES)));
      session.connection().commit();
    }
  }

  /** In a transaction; as superuser, from whom row-level security hides nothing. */
  private static SqlSession open(Postgres postgres) throws Exception {
    SqlSession session = postgres.superuser(postgres.databaseName());
    session.connection().setAutoCommit(false);
    return session;
  }

  /** A file that the server itself writes and reads: it runs on this machine. */
  private static Path rows(Path directory, String table) {
    return directory.resolve(table + ".copy").toAbsolutePath();
  }

  private static List<String> tables(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString().split("\\.", -1))
          .filter(name -> name[1].equals("copy"))
          .map(name -> name[0])
          .sorted()
          .toList();
    }
  }
}
