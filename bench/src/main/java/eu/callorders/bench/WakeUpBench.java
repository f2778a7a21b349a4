package eu.callorders.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Wake-ups of enrollments per second, from one backlog, and from the instant at which each is due
 * to the next step, one at a time; with nothing else there, and with many that wait for later.
 */
public final class WakeUpBench {
  private static final int ROUNDS = 3;
  private static final int BACKLOG = Scale.of(20_000);
  private static final int SINGLE = Scale.of(4_000);
  private static final int LATER = Scale.of(2_000_000);

  private static final int SPACING_MS = 5;
  private static final Duration LEAD = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** By the first in the index: it is asked often, and must not read those for later. */
  private static final String ANY_LEFT =
      """
      SELECT min(next_action_at)
               <= now() + (SELECT t.clock_offset_ms * interval '1 millisecond'
                             FROM tenant t JOIN sequence s ON s.tenant_id = t.id
                            WHERE s.key = 'bench')
        FROM enrollment
       WHERE tenant_id = (SELECT tenant_id FROM sequence WHERE key = 'bench')
         AND status = 'active'
      """;

  private static final String MOVED =
      """
      SELECT count(*)
        FROM event v JOIN enrollment e ON e.id = v.enrollment_id
       WHERE v.type = 'enrollment.step_started' AND e.subject_reference LIKE '{name}-%'
         AND e.step = 1 AND e.status = 'active'
      """;

  /** When each is due is kept, since the wake-up overwrites it. */
  private static final String KEEP =
      """
      CREATE TEMPORARY TABLE planned AS
      SELECT id, next_action_at FROM enrollment WHERE subject_reference LIKE '{name}-%'
      """;

  /** Microseconds from due to decided, and to the writing of the event, which is on real time. */
  private static final String LAGS =
      """
      SELECT (extract(epoch FROM v.occurred_at - p.next_action_at) * 1000000)::bigint,
             (extract(epoch FROM v.recorded_at - p.next_action_at
                + t.clock_offset_ms * interval '1 millisecond') * 1000000)::bigint
        FROM planned p
        JOIN event v ON v.enrollment_id = p.id AND v.type = 'enrollment.step_started'
        JOIN tenant t ON t.id = v.tenant_id
      """;

  private final Server server;
  private final WaitingEnrollmentSeeder waits;
  private final RawTimerBaseline bare;
  private final BenchReport figures = new BenchReport("wakeups");
  private int run;
  private double serviceCpu;
  private double databaseCpu;

  private WakeUpBench(Server server, WaitingEnrollmentSeeder waits, RawTimerBaseline bare) {
    this.server = server;
    this.waits = waits;
    this.bare = bare;
  }

  public static void main(String[] arguments)
      throws IOException, SQLException, InterruptedException {
    try (Server server = Server.start();
        Api api = new Api(server.sandbox(), 1)) {
      WaitingEnrollmentSeeder waits = WaitingEnrollmentSeeder.prepare(server, api);
      new WakeUpBench(server, waits, RawTimerBaseline.prepare(server)).measure();
    }
  }

  private void measure() throws IOException, SQLException, InterruptedException {
    WarmUp warmUp = WarmUp.start();
    do {
      backlog(Scale.of(5_000));
    } while (warmUp.isRunning());
    measure("alone");
    waits.later(LATER);
    measure("with %,d for later".formatted(LATER));
    figures.end();
  }

  private void measure(String where) throws IOException, SQLException, InterruptedException {
    double[] rates = new double[ROUNDS];
    double[] bareRates = new double[ROUNDS];
    serviceCpu = 0;
    databaseCpu = 0;
    for (int round = 0; round < ROUNDS; round++) {
      bareRates[round] = bare.perSecond("bare" + ++run, BACKLOG);
      rates[round] = backlog(BACKLOG);
    }
    double base = BenchReport.median(bareRates);
    double all = (double) ROUNDS * BACKLOG;
    figures.add("bare timers, " + where, base, "/s");
    figures.ratio("wake-ups, " + where, BenchReport.median(rates), "/s", base, "bare timers");
    figures.add("service's CPU each, " + where, serviceCpu * 1e6 / all, "µs");
    figures.add("database's CPU each, " + where, databaseCpu * 1e6 / all, "µs");
    single(where);
  }

  /** From the commit that shows them all until none is left; how many that is in a second. */
  private double backlog(int count) throws IOException, SQLException, InterruptedException {
    String name = "backlog" + ++run;
    waits.soon(name, count, "interval '0'");
    long start = System.nanoTime();
    serviceCpu -= server.serviceCpu();
    databaseCpu -= server.databaseCpu();
    awaitNoneDue();
    double perSecond = count * 1e9 / (System.nanoTime() - start);
    serviceCpu += server.serviceCpu();
    databaseCpu += server.databaseCpu();
    check(name, count);
    return perSecond;
  }

  private void single(String where) throws SQLException, InterruptedException {
    String name = "single" + ++run;
    String due = "(%d + n * %d) * interval '1 ms'".formatted(LEAD.toMillis(), SPACING_MS);
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      long start = System.nanoTime();
      waits.soon(name, SINGLE, due);
      statement.execute(KEEP.replace("{name}", name));
      if (System.nanoTime() - start > LEAD.toNanos()) {
        System.err.println("writing took too long: the first were due before");
      }
      Thread.sleep(LEAD.plusMillis((long) SINGLE * SPACING_MS));
      awaitNoneDue();
      check(name, SINGLE);
      report(statement, where);
    }
  }

  private void report(Statement statement, String where) throws SQLException {
    LongStream.Builder decided = LongStream.builder();
    LongStream.Builder written = LongStream.builder();
    try (ResultSet rows = statement.executeQuery(LAGS)) {
      while (rows.next()) {
        decided.add(rows.getLong(1) * 1_000);
        written.add(rows.getLong(2) * 1_000);
      }
    }
    long[] lags = decided.build().toArray();
    figures.add("due to awake, " + where, new Quantiles(lags));
    figures.add("due to written, " + where, new Quantiles(written.build().toArray()));
    long early = Arrays.stream(lags).filter(lag -> lag < 0).count();
    figures.add("early, " + where, (double) early, "of " + SINGLE);
  }

  private void awaitNoneDue() throws SQLException, InterruptedException {
    long giveUp = System.nanoTime() + TIMEOUT.toNanos();
    try (Connection connection = server.connect();
        PreparedStatement left = connection.prepareStatement(ANY_LEFT)) {
      while (truth(left.executeQuery())) {
        if (System.nanoTime() > giveUp) {
          throw new IllegalStateException("some have not been woken up");
        }
        Thread.sleep(PAUSE);
      }
    }
  }

  private static boolean truth(ResultSet answer) throws SQLException {
    try (answer) {
      return answer.next() && answer.getBoolean(1);
    }
  }

  /** Each has moved on by one step and has said so once. */
  private void check(String name, int count) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(MOVED.replace("{name}", name))) {
      row.next();
      if (row.getInt(1) != count) {
        throw new IllegalStateException("%d of %d moved on".formatted(row.getInt(1), count));
      }
    }
  }
}
