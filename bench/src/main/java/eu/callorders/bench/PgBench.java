package eu.callorders.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import eu.callorders.db.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * PostgreSQL's own load generator: 16 clients that commit the rows of an order, and nothing else.
 */
final class PgBench {
  private static final int CLIENTS = 16;

  /** The tables of an order without triggers, references and row-level security. */
  private static final String TABLES =
      """
      CREATE SCHEMA {schema};
      CREATE TABLE {schema}.call_order (LIKE public.call_order {like});
      CREATE TABLE {schema}.call_order_body (LIKE public.call_order_body {like});
      CREATE TABLE {schema}.event (LIKE public.event {like});
      """;

  private static final String KEYS =
      """
      ALTER TABLE {schema}.call_order ADD PRIMARY KEY (id);
      ALTER TABLE {schema}.call_order_body ADD PRIMARY KEY (order_id);
      ALTER TABLE {schema}.event ADD PRIMARY KEY (tenant_id, id, recorded_at);
      """;

  private static final String SAMPLE =
      """
      SELECT o.tenant_id, o.order_type, b.document::text, b.given_scheduling::text, e.envelope
        FROM call_order o
        JOIN call_order_body b ON b.order_id = o.id
        JOIN event e ON e.call_order_id = o.id AND e.type = 'call_order.accepted'
       LIMIT 1
      """;

  private static final String TRANSACTION =
      """
      \\set person random(1, 1000000000)
      BEGIN;
      INSERT INTO {schema}.call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, client_reference, created_at, updated_at)
      VALUES (uuidv7(), '{tenant}', 'accepted', '{type}', 1, 'SUBJ-' || :person, 'AZ-' || :person,
              now(), now());
      INSERT INTO {schema}.call_order_body (order_id, tenant_id, document, given_scheduling)
      VALUES (uuidv7(), '{tenant}', {document}, {given});
      INSERT INTO {schema}.event (tenant_id, id, recorded_at, occurred_at, call_order_id, type,
        envelope)
      VALUES ('{tenant}', uuidv7(), now(), now(), gen_random_uuid(), 'call_order.accepted', {envelope});
      END;
      """;

  private final Path program;
  private final DatabaseAddress address;
  private final Path directory;
  private final Path script;

  private PgBench(Path program, DatabaseAddress address, Path directory, Path script) {
    this.program = program;
    this.address = address;
    this.directory = directory;
    this.script = script;
  }

  /** What came of a run. */
  record Run(int done, double perSecond, Quantiles times) {}

  /**
   * Prepares tables in a schema of their own, and the transaction, with the bytes of an order that
   * the service has accepted before.
   *
   * @param everyIndex whether the tables have all indexes of the service's, or primary keys only
   */
  static PgBench prepare(Server server, String schema, boolean everyIndex)
      throws IOException, SQLException {
    Path directory = Files.createDirectories(server.sandbox().directory().resolve(schema));
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          TABLES
              .replace("{schema}", schema)
              .replace("{like}", everyIndex ? "INCLUDING ALL" : "INCLUDING DEFAULTS"));
      if (!everyIndex) {
        statement.execute(KEYS.replace("{schema}", schema));
      }
      Path script = directory.resolve("transaction.sql");
      Files.writeString(script, transaction(statement, schema), UTF_8);
      return new PgBench(program(), server.owner(), directory, script);
    }
  }

  private static String transaction(Statement statement, String schema) throws SQLException {
    try (ResultSet row = statement.executeQuery(SAMPLE)) {
      if (!row.next()) {
        throw new IllegalStateException("no order was accepted before");
      }
      return TRANSACTION
          .replace("{schema}", schema)
          .replace("{tenant}", row.getString(1))
          .replace("{type}", row.getString(2))
          .replace("{document}", quoted(row, 3))
          .replace("{given}", quoted(row, 4))
          .replace("{envelope}", quoted(row, 5));
    }
  }

  /** As a literal without a colon, behind which pgbench would look for a variable. */
  private static String quoted(ResultSet row, int column) throws SQLException {
    String text = row.getString(column).replace("\\", "\\\\").replace("'", "''");
    return "E'" + text.replace(":", "\\x3a") + "'";
  }

  /** Commits for so many seconds. */
  Run run(int seconds) throws IOException {
    List<String> command =
        List.of(
            program.toString(),
            "--no-vacuum",
            "--protocol=prepared",
            "--client=" + CLIENTS,
            "--jobs=2",
            "--time=" + seconds,
            "--log",
            "--log-prefix=" + directory.resolve("times"),
            "--file=" + script,
            "--host=" + address.host(),
            "--port=" + address.port(),
            "--username=" + address.user(),
            address.database());
    Path output = directory.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("PGPASSWORD", String.valueOf(address.password()));
    try {
      if (builder.start().waitFor() != 0) {
        throw new IOException("pgbench failed: " + Files.readString(output));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    long[] nanos = times();
    return new Run(nanos.length, (double) nanos.length / seconds, new Quantiles(nanos));
  }

  /** Each line of the log has the microseconds of a transaction in its third place. */
  private long[] times() throws IOException {
    List<Path> logs;
    try (Stream<Path> files = Files.list(directory)) {
      logs = files.filter(file -> file.getFileName().toString().startsWith("times.")).toList();
    }
    List<String> lines = new ArrayList<>();
    for (Path log : logs) {
      lines.addAll(Files.readAllLines(log));
      Files.delete(log);
    }
    return lines.stream()
        .mapToLong(line -> Long.parseLong(line.split(" ", -1)[2]) * 1000)
        .toArray();
  }

  private static Path program() throws IOException {
    List<Path> places = new ArrayList<>();
    for (String directory : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      places.add(Path.of(directory, "pgbench"));
    }
    Path debian = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(debian)) {
      try (Stream<Path> versions = Files.list(debian)) {
        versions.map(version -> version.resolve("bin/pgbench")).forEach(places::add);
      }
    }
    return places.stream()
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "pgbench is neither on the PATH nor below /usr/lib/postgresql: install"
                        + " PostgreSQL's client tools (Debian: postgresql-client-common and"
                        + " postgresql-contrib)"));
  }
}
