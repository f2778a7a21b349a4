package eu.callorders.bench.faults;

import eu.callorders.bench.SqlSession;
import eu.callorders.bench.crash.Postgres;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Moves everything that a stopped service has stored into the past, as if it had been stopped for
 * so many days. What names a living process stays: the start of the database's server, the cursor
 * in the gateway's log, and the audit log, whose hashes contain its times.
 */
record AgedData(SqlSession session, int days) implements AutoCloseable {
  /** The service creates the partitions of so many days ahead. */
  private static final int DAYS_AHEAD = 7;

  private static final List<String> LOGS = List.of("event", "webhook_delivery");

  /** Identifiers that begin with the time of their row. */
  private static final Set<String> DATED_IDS =
      Set.of(
          "event.id",
          "webhook_event_queue.event_id",
          "webhook_delivery.id",
          "webhook_delivery.event_id",
          "webhook_delivery_queue.delivery_id");

  private static final String AGED_ID =
      """
      CREATE FUNCTION pg_temp.aged(id uuid, days integer) RETURNS uuid
        LANGUAGE sql IMMUTABLE
        AS $$
          SELECT (lpad(to_hex(('x0000' || left(hex, 12))::bit(64)::bigint - days * 86400000::bigint),
                       12, '0')
                  || substr(hex, 13))::uuid
            FROM replace(id::text, '-', '') AS hex
        $$
      """;

  /** Columns of tables; those of partitioned logs once, since their rows change the partition. */
  private static final String COLUMNS =
      """
      SELECT quote_ident(c.relname) AS relname, quote_ident(a.attname) AS attname,
             format_type(a.atttypid, NULL) AS type
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace
         AND c.relkind IN ('r', 'p')
         AND NOT c.relispartition
         AND a.attnum > 0
         AND NOT a.attisdropped
         AND c.relname NOT IN ('audit_entry', 'gateway_cursor')
         AND NOT (c.relname = 'era' AND a.attname = 'started')
       ORDER BY c.relname, a.attnum
      """;

  /** Columns that contain times as text, of tables and of each partition. */
  private static final String TEXTS =
      """
      SELECT quote_ident(c.relname) AS relname, quote_ident(a.attname) AS attname,
             format_type(a.atttypid, NULL) AS type
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace
         AND c.relkind = 'r'
         AND a.attnum > 0
         AND NOT a.attisdropped
         AND (a.atttypid = 'json'::regtype
              OR (a.atttypid = 'text'::regtype
                  AND a.attname IN ('envelope', 'body', 'occurred_at')))
      """;

  private static final String DAYS_OF_LOG =
      """
      SELECT right(c.relname, 8)
        FROM pg_inherits i
        JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = ?::regclass
         AND c.relname ~ '_[0-9]{8}$'
      """;

  /** Opens a session of the superuser, for whom neither policies nor triggers hold. */
  static AgedData of(Postgres postgres, int days) throws Exception {
    return new AgedData(postgres.superuser(postgres.databaseName()), days);
  }

  void move() throws SQLException {
    session.execute("SET session_replication_role = replica");
    session.execute(AGED_ID);
    for (Column text : columns(TEXTS)) {
      moveTexts(text);
    }
    for (String log : LOGS) {
      createEarlierDays(log);
    }
    moveTimes();
    for (String log : LOGS) {
      dropDaysAhead(log);
    }
  }

  private record Column(String table, String name, String type) {
    /** The value of the column so many days earlier; empty when it contains no time. */
    String aged() {
      return switch (type) {
        case "timestamp with time zone" -> name + " - make_interval(hours => 24 * ?)";
        case "timestamp with time zone[]" ->
            "ARRAY(SELECT t - make_interval(hours => 24 * ?) FROM unnest(" + name + ") AS t)";
        case "date" -> name + " - ?";
        default -> DATED_IDS.contains(table + "." + name) ? "pg_temp.aged(" + name + ", ?)" : "";
      };
    }
  }

  private List<Column> columns(String query) throws SQLException {
    return session.rows(
        query,
        row ->
            new Column(row.getString("relname"), row.getString("attname"), row.getString("type")));
  }

  private record Text(String row, String content) {}

  private void moveTexts(Column column) throws SQLException {
    String query =
        """
        SELECT ctid::text, %1$s::text
          FROM %2$s
         WHERE %1$s::text ~ '[0-9]{4}-[0-9]{2}-[0-9]{2}T|(evt|whd)_'
        """
            .formatted(column.name(), column.table());
    String update =
        "UPDATE %s SET %s = ?::%s WHERE ctid = ?::tid"
            .formatted(column.table(), column.name(), column.type());
    for (Text text : session.rows(query, row -> new Text(row.getString(1), row.getString(2)))) {
      session.execute(update, AgedText.of(text.content(), days), text.row());
    }
  }

  private void moveTimes() throws SQLException {
    Map<String, List<Column>> tables = new LinkedHashMap<>();
    for (Column column : columns(COLUMNS)) {
      if (!column.aged().isEmpty()) {
        tables.merge(column.table(), List.of(column), AgedData::joined);
      }
    }
    for (Map.Entry<String, List<Column>> table : tables.entrySet()) {
      List<String> changes =
          table.getValue().stream().map(column -> column.name() + " = " + column.aged()).toList();
      session.execute(
          "UPDATE %s SET %s".formatted(table.getKey(), String.join(", ", changes)),
          changes.stream().map(change -> (Object) days).toArray());
    }
  }

  private static List<Column> joined(List<Column> one, List<Column> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  /** The partitions that a service has that was stopped so many days ago. */
  private void createEarlierDays(String log) throws SQLException {
    for (String day : session.texts(DAYS_OF_LOG, log)) {
      session.texts("SELECT create_day_partition(?, to_date(?, 'YYYYMMDD') - ?)", log, day, days);
    }
  }

  /** Drops those that it does not have yet; their rows have moved. */
  private void dropDaysAhead(String log) throws SQLException {
    LocalDate last = LocalDate.now(ZoneOffset.UTC).plusDays(DAYS_AHEAD - days);
    for (String day : session.texts(DAYS_OF_LOG, log)) {
      if (LocalDate.parse(day, DateTimeFormatter.BASIC_ISO_DATE).isAfter(last)) {
        session.execute("DROP TABLE %s_%s".formatted(log, day));
      }
    }
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
