package eu.callorders.bench;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Wake-ups of enrollments per second and how late they are, also beside many for later. */
final class WakeUpBench extends ApiBench {
  private static final int ROUNDS = 3;
  private static final int BACKLOG = Scale.of(20_000);
  private static final int SINGLE = Scale.of(4_000);
  private static final int LATER = Scale.of(2_000_000);
  private static final int SPACING_MS = 5;
  private static final Duration LEAD = Duration.ofSeconds(10);
  private static final long PAUSE_MILLIS = 10;
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

  /** Moves a hundred timers of rows like those of enrollments, and writes an event for each. */
  private static final String MOVE =
      """
      WITH due AS MATERIALIZED (
        SELECT id
          FROM bare_enrollment
         WHERE tenant_id = (SELECT tenant_id FROM sequence WHERE key = 'bench')
           AND status = 'active'
           AND next_action_at <= ?::timestamptz
         ORDER BY next_action_at
         LIMIT 100
      ), moved AS (
        UPDATE bare_enrollment e
           SET step = step + 1, next_action_at = next_action_at + interval '30 days',
               revision = revision + 1
          FROM due
         WHERE e.id = due.id
        RETURNING e.id, e.tenant_id)
      INSERT INTO bare_event (tenant_id, id, recorded_at, occurred_at, enrollment_id, type, envelope)
      SELECT tenant_id, uuidv7(), now(), now(), id, 'enrollment.step_started', ?
        FROM moved
      """;

  /** One that the service has written. */
  private static final String ENVELOPE =
      "SELECT max(envelope) FROM event WHERE type = 'enrollment.step_started'";

  private final WaitingEnrollmentSeeder waits;
  private int run;
  private Server.Usage used = Server.Usage.NONE;

  WakeUpBench() throws Exception {
    super("wakeups", 1);
    this.waits = new WaitingEnrollmentSeeder(server);
  }

  @Override
  void measure() throws Exception {
    api.activateSequence(WaitingEnrollmentSeeder.SEQUENCE);
    server.execute(
        "CREATE TABLE bare_enrollment (LIKE enrollment INCLUDING ALL)",
        "CREATE TABLE bare_event (LIKE event INCLUDING ALL)");
    Scale.warmUp(() -> backlog(Scale.of(5_000)));
    measure("alone");
    waits.later(LATER);
    measure("with %,d for later".formatted(LATER));
  }

  private void measure(String where) throws Exception {
    List<Double> rates = new ArrayList<>();
    List<Double> bareRates = new ArrayList<>();
    used = Server.Usage.NONE;
    for (int round = 0; round < ROUNDS; round++) {
      bareRates.add(bare(BACKLOG));
      rates.add(backlog(BACKLOG));
    }
    double base = BenchReport.median(bareRates);
    double all = (double) ROUNDS * BACKLOG;
    figures.add("bare timers, " + where, base, "/s");
    figures.ratio("wake-ups, " + where, BenchReport.median(rates), "/s", base, "bare timers");
    figures.add("service's CPU each, " + where, used.service() / all, "µs");
    figures.add("database's CPU each, " + where, used.database() / all, "µs");
    single(where);
  }

  /**
   * How many bare timers one connection moves in a second, in tables with every index that the
   * service's have, but without row-level security, locks or bodies.
   */
  private double bare(int count) throws Exception {
    String name = "bare" + ++run;
    try (SqlSession session = server.connect()) {
      session.execute(
          WaitingEnrollmentSeeder.enrollments("bare_enrollment", name, count, "interval '0'"));
      session.execute("ANALYZE bare_enrollment, bare_event");
      String now = server.sandbox().tenantTime().toString();
      String envelope = session.texts(ENVELOPE).getFirst();
      long start = System.nanoTime();
      int moved = 0;
      int more = session.execute(MOVE, now, envelope);
      while (more > 0) {
        moved += more;
        more = session.execute(MOVE, now, envelope);
      }
      if (moved != count) {
        throw new IllegalStateException(moved + " moved instead of " + count);
      }
      return count * 1e9 / (System.nanoTime() - start);
    }
  }

  /** From the commit that shows them all until none is left; how many that is in a second. */
  private double backlog(int count) throws Exception {
    String name = "backlog" + ++run;
    try (SqlSession session = server.connect()) {
      waits.soon(name, count, "interval '0'");
      long start = System.nanoTime();
      Server.Usage before = server.usage();
      awaitNoneDue(session);
      double perSecond = count * 1e9 / (System.nanoTime() - start);
      used = used.plus(before, server.usage());
      check(session, name, count);
      return perSecond;
    }
  }

  private void single(String where) throws Exception {
    String name = "single" + ++run;
    String due = "(%d + n * %d) * interval '1 ms'".formatted(LEAD.toMillis(), SPACING_MS);
    try (SqlSession session = server.connect()) {
      long start = System.nanoTime();
      waits.soon(name, SINGLE, due);
      session.execute(KEEP.replace("{name}", name));
      if (System.nanoTime() - start > LEAD.toNanos()) {
        System.err.println("writing took too long: the first were due before");
      }
      Thread.sleep(LEAD.plusMillis((long) SINGLE * SPACING_MS));
      awaitNoneDue(session);
      check(session, name, SINGLE);
      Quantiles decided = new Quantiles(session.rows(LAGS, row -> row.getLong(1) * 1_000));
      Quantiles written = new Quantiles(session.rows(LAGS, row -> row.getLong(2) * 1_000));
      figures.add("due to awake, " + where, decided);
      figures.add("due to written, " + where, written);
      figures.add("early, " + where, (double) decided.negative(), "of " + SINGLE);
    }
  }

  private static void awaitNoneDue(SqlSession session) throws Exception {
    Polling.until(
        TIMEOUT,
        PAUSE_MILLIS,
        "not all have been woken up",
        () -> !session.texts(ANY_LEFT).contains("t"));
  }

  /** Each has moved on by one step and has said so once. */
  private static void check(SqlSession session, String name, int count) throws SQLException {
    long moved = session.number(MOVED.replace("{name}", name));
    if (moved != count) {
      throw new IllegalStateException("%d of %d moved on".formatted(moved, count));
    }
  }
}
