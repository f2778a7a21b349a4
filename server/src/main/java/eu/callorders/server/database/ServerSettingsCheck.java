package eu.callorders.server.database;

import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what in a database server loses data, fails statements or costs speed: its settings, and
 * how long a round trip and a commit take. Changes nothing.
 */
public final class ServerSettingsCheck {
  private static final long MEBIBYTE = 1 << 20;
  private static final String FULL_PAGES =
      "checkpoints are frequent under load, and after each the first change of a page is logged"
          + " with the whole page";
  private static final String WRITES_BUFFERS = "statements write pages before they can read others";

  private static final List<Rule> RULES =
      List.of(
          new Rule(Severity.PROBLEM, "fsync", Bound.AT_LEAST, 1, "on", DurabilityCheck.CONSEQUENCE),
          new Rule(
              Severity.PROBLEM,
              "full_page_writes",
              Bound.AT_LEAST,
              1,
              "on",
              DurabilityCheck.CONSEQUENCE),
          new Rule(
              Severity.PROBLEM, "autovacuum", Bound.AT_LEAST, 1, "on", "tables grow without end"),
          new Rule(
              Severity.PROBLEM,
              "max_connections",
              Bound.AT_LEAST,
              15,
              "CALLORDERS_DATABASE_POOL of each node, and 3",
              "a node cannot open all of its connections"),
          new Rule(
              Severity.PROBLEM,
              "max_locks_per_transaction",
              Bound.AT_LEAST,
              256,
              "256",
              "a batch that locks several hundred persons and phones fails"),
          new Rule(
              Severity.SLOW,
              "shared_buffers",
              Bound.AT_LEAST,
              128 * MEBIBYTE,
              "128MB",
              "indexes do not fit"),
          new Rule(
              Severity.SLOW,
              "wal_buffers",
              Bound.AT_LEAST,
              16 * MEBIBYTE,
              "16MB",
              "transactions wait for room to log"),
          new Rule(
              Severity.SLOW, "max_wal_size", Bound.AT_LEAST, 2048 * MEBIBYTE, "2GB", FULL_PAGES),
          new Rule(
              Severity.SLOW, "checkpoint_timeout", Bound.AT_LEAST, 300_000, "5min", FULL_PAGES),
          new Rule(Severity.SLOW, "bgwriter_delay", Bound.AT_MOST, 50, "50ms", WRITES_BUFFERS),
          new Rule(
              Severity.SLOW, "bgwriter_lru_maxpages", Bound.AT_LEAST, 400, "400", WRITES_BUFFERS));

  private static final String SETTINGS =
      """
      SELECT name, setting, unit, current_setting(name) AS shown
        FROM pg_settings
       WHERE name = ANY ($1)
       LIMIT 100
      """;

  private static final List<String> LOG_SETTINGS =
      List.of("log_statement", "log_min_duration_statement", "log_parameter_max_length");

  private static final String PAGES =
      """
      SELECT blks_read AS read, blks_hit AS hit, pg_is_in_recovery() AS is_standby
        FROM pg_stat_database
       WHERE datname = current_database()
       LIMIT 1
      """;

  /** Fewer pages say nothing: the server has just started. */
  private static final long MIN_PAGES = 100_000;

  private static final double MAX_READ_SHARE = 0.02;
  private static final String NOTHING = "SELECT 1 LIMIT 1";

  /** A transaction that writes and flushes a log record, and no table. */
  private static final String COMMIT =
      "SELECT pg_logical_emit_message(true, 'call-orders', 'commit time') LIMIT 1";

  private static final int SAMPLES = 50;
  private static final Duration MAX_ROUND_TRIP = Duration.ofMillis(1);
  private static final Duration MAX_COMMIT = Duration.ofMillis(5);

  private final SqlConnection connection;

  public ServerSettingsCheck(SqlConnection connection) {
    this.connection = connection;
  }

  /** What a finding means: data lost or disclosed or statements that fail, or lost speed. */
  public enum Severity {
    PROBLEM,
    SLOW
  }

  /**
   * What is wrong with the server.
   *
   * @param found the setting or measurement with its value, such as {@code fsync = off}
   * @param remedy the change that ends it
   */
  public record Finding(Severity severity, String found, String consequence, String remedy) {}

  /** Medians, and what is wrong, problems first. */
  public record Report(Duration roundTrip, @Nullable Duration commit, List<Finding> findings) {}

  private enum Bound {
    AT_LEAST,
    AT_MOST
  }

  /**
   * @param bound in bytes, milliseconds, or 1 for on
   * @param text the bound as the server's configuration has it
   */
  private record Rule(
      Severity severity, String name, Bound kind, long bound, String text, String consequence) {
    private Stream<Finding> check(Setting setting) {
      long amount = setting.amount();
      boolean isMet = kind == Bound.AT_LEAST ? amount >= bound : amount <= bound;
      return isMet
          ? Stream.empty()
          : Stream.of(
              new Finding(
                  severity, setting.text(), consequence, "set %s = %s".formatted(name, text)));
    }
  }

  /**
   * @param value in the unit
   * @param shown with unit, as the server shows it
   */
  private record Setting(String name, String value, @Nullable String unit, String shown) {
    private static Setting of(Row row) {
      return new Setting(
          row.getString("name"),
          row.getString("setting"),
          row.getString("unit"),
          row.getString("shown"));
    }

    private String text() {
      return name + " = " + shown;
    }

    /** In bytes, milliseconds, or 1 for on. */
    private long amount() {
      return switch (value) {
        case "on" -> 1;
        case "off" -> 0;
        default -> Long.parseLong(value) * factor();
      };
    }

    private long factor() {
      return switch (unit) {
        case null -> 1;
        case "kB" -> 1024;
        case "8kB" -> 8 * 1024;
        case "MB" -> MEBIBYTE;
        case "s" -> 1000;
        case "min" -> 60_000;
        default -> 1;
      };
    }
  }

  private record Settings(Map<String, Setting> byName) {
    private Setting named(String name) {
      return Objects.requireNonNull(byName.get(name), name);
    }
  }

  /** Blocks for as long as about a hundred round trips take. */
  public Report run() {
    Settings settings = settings();
    Row pages = row(PAGES);
    boolean isStandby = pages.getBoolean("is_standby");
    Duration roundTrip = median(NOTHING);
    Duration commit = isStandby ? null : median(COMMIT);
    List<Finding> findings = new ArrayList<>();
    if (isStandby) {
      findings.add(
          new Finding(
              Severity.PROBLEM,
              "a standby in recovery",
              "it refuses all writes",
              "connect to the primary"));
    }
    RULES.stream().flatMap(rule -> rule.check(settings.named(rule.name()))).forEach(findings::add);
    loggedParameters(settings).forEach(findings::add);
    pagesRead(pages, settings.named("shared_buffers")).forEach(findings::add);
    slow("round trip", roundTrip, MAX_ROUND_TRIP, "run the service near its database")
        .forEach(findings::add);
    if (commit != null) {
      slow("commit", commit, MAX_COMMIT, "use storage with a faster flush, or a nearer standby")
          .forEach(findings::add);
    }
    findings.sort(Comparator.comparing(Finding::severity));
    return new Report(roundTrip, commit, List.copyOf(findings));
  }

  private Settings settings() {
    String[] names =
        Stream.concat(RULES.stream().map(Rule::name), LOG_SETTINGS.stream()).toArray(String[]::new);
    return new Settings(
        BoundedWait.await(connection.preparedQuery(SETTINGS).execute(Tuple.of((Object) names)))
            .stream()
            .map(Setting::of)
            .collect(Collectors.toMap(Setting::name, setting -> setting)));
  }

  private Row row(String statement) {
    return BoundedWait.await(connection.query(statement).execute()).iterator().next();
  }

  private Duration median(String statement) {
    List<Long> nanos =
        IntStream.range(0, SAMPLES).mapToObj(each -> time(statement)).sorted().toList();
    return Duration.ofNanos(nanos.get(SAMPLES / 2));
  }

  private long time(String statement) {
    long begin = System.nanoTime();
    row(statement);
    return System.nanoTime() - begin;
  }

  /** Logged statements carry their parameters, many of which are personal data. */
  private static Stream<Finding> loggedParameters(Settings settings) {
    Setting statements = settings.named("log_statement");
    Setting slowest = settings.named("log_min_duration_statement");
    boolean logsAll = statements.value().equals("all") || statements.value().equals("mod");
    boolean logsParameters = !settings.named("log_parameter_max_length").value().equals("0");
    return logsParameters && (logsAll || !slowest.value().equals("-1"))
        ? Stream.of(
            new Finding(
                Severity.PROBLEM,
                logsAll ? statements.text() : slowest.text(),
                "the server's log receives names and phone numbers",
                "set log_parameter_max_length = 0"))
        : Stream.empty();
  }

  private static Stream<Finding> pagesRead(Row pages, Setting buffers) {
    long read = pages.getLong("read");
    long all = read + pages.getLong("hit");
    return all >= MIN_PAGES && read > MAX_READ_SHARE * all
        ? Stream.of(
            new Finding(
                Severity.SLOW,
                buffers.text(),
                "%.0f%% of the pages were not in it".formatted(100.0 * read / all),
                "set more, up to a quarter of the machine's memory"))
        : Stream.empty();
  }

  private static Stream<Finding> slow(String what, Duration took, Duration limit, String remedy) {
    return took.compareTo(limit) > 0
        ? Stream.of(
            new Finding(
                Severity.SLOW,
                "%s of %.1f ms".formatted(what, took.toNanos() / 1e6),
                "each order waits for several",
                remedy))
        : Stream.empty();
  }
}
