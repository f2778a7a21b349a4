package eu.callorders.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyOut;

/** Copies all rows between two databases of the same schema, also of different servers. */
final class LogicalCopy {
  /** Tables and partitions that have rows of their own. */
  private static final String TABLES =
      """
      SELECT relname FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
         AND relname <> 'flyway_schema_history'
       ORDER BY relname
      """;

  private static final String SEQUENCES =
      """
      SELECT format('SELECT setval(%L, %s, %L)', sequencename, coalesce(last_value, start_value),
                    last_value IS NOT NULL)
        FROM pg_sequences WHERE schemaname = 'public'
      """;

  private static final Pattern DAY_PARTITION = Pattern.compile("(.+)_(\\d{8})");

  private final Connection source;
  private final Connection target;

  private LogicalCopy(Connection source, Connection target) {
    this.source = source;
    this.target = target;
  }

  /**
   * Replaces the rows of the target, in one transaction.
   *
   * @param source as superuser; nothing else may write to it
   * @param target as superuser
   * @return number of rows
   * @throws IllegalStateException if a table of the target has not got all rows
   */
  static long run(DatabaseAddress source, DatabaseAddress target) throws SQLException {
    try (Connection reader = source.connect();
        Connection writer = target.connect()) {
      reader.setAutoCommit(false);
      writer.setAutoCommit(false);
      long rows = new LogicalCopy(reader, writer).run();
      writer.commit();
      writer.setAutoCommit(true);
      execute(writer, "ANALYZE");
      return rows;
    }
  }

  private long run() throws SQLException {
    execute(source, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    execute(target, "SET LOCAL session_replication_role = replica"); // no triggers, no foreign keys
    List<String> tables = texts(source, TABLES);
    createPartitions(tables);
    execute(target, "TRUNCATE " + String.join(", ", texts(target, TABLES)));
    long rows = 0;
    for (String table : tables) {
      rows += copy(table);
    }
    for (String sequence : texts(source, SEQUENCES)) {
      texts(target, sequence);
    }
    return rows;
  }

  private void createPartitions(List<String> tables) throws SQLException {
    for (String table : texts(target, TABLES)) {
      if (DAY_PARTITION.matcher(table).matches()) {
        execute(target, "DROP TABLE " + table);
      }
    }
    for (String table : tables) {
      Matcher partition = DAY_PARTITION.matcher(table);
      if (partition.matches()) {
        texts(
            target,
            "SELECT create_day_partition('%s', '%s')"
                .formatted(partition.group(1), partition.group(2)));
      }
    }
  }

  private long copy(String table) throws SQLException {
    String columns = columns(table);
    CopyOut out =
        source
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut("COPY %s (%s) TO STDOUT".formatted(table, columns));
    CopyIn in =
        target
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("COPY %s (%s) FROM STDIN".formatted(table, columns));
    for (byte[] row = out.readFromCopy(); row != null; row = out.readFromCopy()) {
      in.writeToCopy(row, 0, row.length);
    }
    long copied = in.endCopy();
    long present = Long.parseLong(texts(source, "SELECT count(*) FROM " + table).getFirst());
    if (copied != present) {
      throw new IllegalStateException(
          "%d of %d rows of %s were copied".formatted(copied, present, table));
    }
    return copied;
  }

  /** Without generated ones, which COPY refuses. */
  private String columns(String table) throws SQLException {
    return texts(
            source,
            """
            SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum)
              FROM pg_attribute
             WHERE attrelid = '%s'::regclass AND attnum > 0 AND NOT attisdropped
               AND attgenerated = ''
            """
                .formatted(table))
        .getFirst();
  }

  private static void execute(Connection connection, String command) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  private static List<String> texts(Connection connection, String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }
}
