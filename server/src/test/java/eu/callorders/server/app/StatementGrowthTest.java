package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.ExecutedPlans;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Statements visit few rows per used row, even with plans from before table growth and without
 * statistics.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class StatementGrowthTest {
  private static final int ROWS = Integer.getInteger("growth.rows", 20_000);

  private static final List<String> TABLES_WITHOUT_STATISTICS =
      List.of(
          "SELECT format('ALTER TABLE %I SET (autovacuum_enabled = off)', c.relname)"
              + " FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace"
              + " AND c.relkind = 'r'");

  private TestDatabase database;
  private ExecutedPlans plans;
  private DatabaseSetup setup;
  private final StringBuilder failures = new StringBuilder();
  private RunningService service;

  @BeforeAll
  void start() {
    database = TestDatabase.create();
    plans = database.logPlans();
    setup = DatabaseSetup.keeping(database);
    service = RunningService.withDatabase(setup, Map.of("CALLORDERS_DEMO", "false"));
    TABLES_WITHOUT_STATISTICS.forEach(
        each -> service.sql(each).forEach(row -> service.sql(row.getFirst())));
  }

  @AfterAll
  void stop() {
    service.close();
    database.close();
  }

  @Test
  void statementsVisitFewRowsWhenTablesHaveGrown() {
    RunningTenant first = service.newTenant();
    RunningTenant second = service.newTenant();
    RunningTenant third = service.newTenant();
    send(first);
    GrownTables tables = new GrownTables(database, List.of(second.uuid(), third.uuid()));
    tables.grow(ROWS);
    awaitRenewal("CREATE TABLE growth AS SELECT repeat('x', 1000) FROM generate_series(1, 200)");
    awaitRenewal("CREATE TABLE more_growth AS SELECT * FROM growth");
    long grown = plans.mark();
    tables.queueEvents();
    send(second);
    List<StatementVisits> beforeRestart = worst(grown);
    service.close();
    long restarted = plans.mark();
    tables.queueEvents();
    service = RunningService.withDatabase(setup, Map.of("CALLORDERS_DEMO", "false"));
    send(new RunningTenant(service, third.id()));
    assertThat(
            report("by a session from before the growth", beforeRestart)
                + report("by a new session", worst(restarted))
                + failures)
        .isEmpty();
  }

  /** Collects failures instead of throwing, so that all requests run. */
  private void send(RunningTenant tenant) {
    try {
      new TenantRequests(tenant).send();
    } catch (AssertionError failure) {
      failures.append('\n').append(failure);
    }
  }

  /** Waits for one renewal; the second of two starts after all growth. */
  private void awaitRenewal(String growth) {
    double before = planRenewals();
    service.sql(growth);
    Await.until("plans are renewed", () -> planRenewals() > before);
  }

  private double planRenewals() {
    return service
        .admin()
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith("callorders_plan_renewals_total"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static String report(String session, List<StatementVisits> worst) {
    List<StatementVisits> failed = worst.stream().filter(StatementVisits::isExcessive).toList();
    StringBuilder report = new StringBuilder();
    failed.forEach(each -> report.append("\n==== ").append(session).append('\n').append(each));
    return report.toString();
  }

  /** The worst execution per statement. */
  private List<StatementVisits> worst(long mark) {
    Map<String, StatementVisits> worst = new HashMap<>();
    for (String plan : plans.since(mark)) {
      StatementVisits visits = StatementVisits.of(plan);
      worst.merge(
          visits.statement(), visits, (one, other) -> one.excess() >= other.excess() ? one : other);
    }
    return worst.values().stream()
        .sorted(Comparator.comparingDouble(StatementVisits::excess).reversed())
        .toList();
  }
}
