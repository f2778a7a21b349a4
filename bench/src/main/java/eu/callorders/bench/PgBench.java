package eu.callorders.bench;

import eu.callorders.db.DatabaseAddress;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** PostgreSQL's own load generator: 16 clients that commit the rows of an order or a signal. */
final class PgBench {
  private static final int CLIENTS = 16;

  /**
   * Tables with their primary keys, a query for the values of a row that the service has stored,
   * and a script with {@code {1}} for the first of them; without references or row-level security.
   */
  record Rows(Map<String, String> keys, String sample, String transaction) {}

  static final Rows ORDER =
      new Rows(
          Map.of(
              "call_order", "id",
              "call_order_body", "order_id",
              "event", "tenant_id, id, recorded_at"),
          """
          SELECT o.tenant_id, o.order_type, b.document::text, b.submitted_scheduling::text,
                 e.envelope
            FROM call_order o
            JOIN call_order_body b ON b.order_id = o.id
            JOIN event e ON e.call_order_id = o.id AND e.type = 'call_order.accepted'
           LIMIT 1
          """,
          """
          \\set subject random(1, 1000000000)
          BEGIN;
          INSERT INTO {schema}.call_order (id, tenant_id, status, order_type, order_type_version,
            subject_reference, client_reference, created_at, updated_at, expires_at)
          VALUES (uuidv7(), {1}, 'accepted', {2}, 1, 'SUBJ-' || :subject, 'AZ-' || :subject,
                  now(), now(), now() + interval '30 days');
          INSERT INTO {schema}.call_order_body (order_id, tenant_id, document, submitted_scheduling)
          VALUES (uuidv7(), {1}, {3}, {4});
          INSERT INTO {schema}.event (tenant_id, id, recorded_at, occurred_at, call_order_id, type,
            envelope)
          VALUES ({1}, uuidv7(), now(), now(), gen_random_uuid(), 'call_order.accepted', {5});
          END;
          """);

  static final Rows SIGNAL =
      new Rows(
          Map.of(
              "signal", "id",
              "signal_key", "tenant_id, signal_type, dedupe_key",
              "event", "tenant_id, id, recorded_at"),
          """
          SELECT s.tenant_id, s.signal_type, e.envelope
            FROM signal s
            JOIN event e ON e.type = 'signal.received' AND e.tenant_id = s.tenant_id
           LIMIT 1
          """,
          """
          \\set subject random(1, 1000000000000)
          BEGIN;
          INSERT INTO {schema}.signal (id, tenant_id, signal_type, subject_reference, dedupe_key,
            received_at, subject_data_complete, triggered)
          VALUES (uuidv7(), {1}, {2}, 'SUBJ-' || :subject, :subject, now(), false, '[]');
          INSERT INTO {schema}.signal_key (tenant_id, signal_type, dedupe_key, signal_id)
          VALUES ({1}, {2}, :subject, uuidv7());
          INSERT INTO {schema}.event (tenant_id, id, recorded_at, occurred_at, type, envelope)
          VALUES ({1}, uuidv7(), now(), now(), 'signal.received', {3});
          END;
          """);

  private final DatabaseAddress address;
  private final Path directory;

  /** Prepares tables with the service's indexes, or primary keys only, and the transaction. */
  PgBench(Server server, String schema, Rows rows, boolean everyIndex) throws Exception {
    this.address = server.owner();
    this.directory = Files.createDirectories(server.sandbox().directory().resolve(schema));
    try (SqlSession session = server.connect()) {
      session.execute("CREATE SCHEMA " + schema);
      for (Map.Entry<String, String> table : rows.keys().entrySet()) {
        String like = everyIndex ? "ALL" : "DEFAULTS";
        String name = schema + "." + table.getKey();
        session.execute(
            "CREATE TABLE %s (LIKE public.%s INCLUDING %s)".formatted(name, table.getKey(), like));
        if (!everyIndex) {
          session.execute("ALTER TABLE %s ADD PRIMARY KEY (%s)".formatted(name, table.getValue()));
        }
      }
      String transaction = rows.transaction().replace("{schema}", schema);
      Files.writeString(
          directory.resolve("transaction.sql"),
          session.rows(rows.sample(), row -> filled(transaction, row)).getFirst());
    }
  }

  private static String filled(String transaction, ResultSet sample) throws SQLException {
    String script = transaction;
    for (int column = 1; column <= sample.getMetaData().getColumnCount(); column++) {
      script = script.replace("{" + column + "}", quoted(sample, column));
    }
    return script;
  }

  /** As a literal without a colon, behind which pgbench would look for a variable. */
  private static String quoted(ResultSet row, int column) throws SQLException {
    String text = row.getString(column).replace("\\", "\\\\").replace("'", "''");
    return "E'" + text.replace(":", "\\x3a") + "'";
  }

  ClosedLoop.Run run(int seconds) throws Exception {
    List<String> command =
        List.of(
            "pgbench",
            "--no-vacuum",
            "--protocol=prepared",
            "--client=" + CLIENTS,
            "--jobs=2",
            "--time=" + seconds,
            "--log",
            "--log-prefix=" + directory.resolve("times"),
            "--file=" + directory.resolve("transaction.sql"),
            "--host=" + address.host(),
            "--port=" + address.port(),
            "--username=" + address.user(),
            address.database());
    Path output = directory.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("PGPASSWORD", String.valueOf(address.password()));
    if (builder.start().waitFor() != 0) {
      throw new IOException("pgbench failed: " + Files.readString(output));
    }
    Quantiles times = times();
    return new ClosedLoop.Run((double) times.count() / seconds, times, 0);
  }

  /** Each line of the log has the microseconds of a transaction in its third place. */
  private Quantiles times() throws IOException {
    List<Long> nanos = new ArrayList<>();
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory, "times.*")) {
      for (Path log : logs) {
        for (String line : Files.readAllLines(log)) {
          nanos.add(Long.parseLong(line.split(" ", -1)[2]) * 1000);
        }
        Files.delete(log);
      }
    }
    return new Quantiles(nanos);
  }
}
