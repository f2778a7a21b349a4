package eu.callorders.server.maintenance;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.capacity.CounterCheck;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.IndependentSteps;
import eu.callorders.server.database.Database;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the counters of all tenants with the rows that they count, once a day; a metric reports
 * the deviations.
 */
public final class CounterVerifier {
  private static final Logger LOG = LoggerFactory.getLogger(CounterVerifier.class);
  private static final Duration INTERVAL = Duration.ofDays(1);

  /** A node that has just started has other work. */
  private static final Duration AFTER_START = Duration.ofHours(1);

  private static final UUID BEFORE_ALL_TENANTS = new UUID(0, 0);

  /** For one statement, which reads all rows of a tenant. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final String EXTEND_TIMEOUT =
      "SET LOCAL statement_timeout = %d".formatted(LIMIT.toMillis());

  private final Database database;
  private Instant next;
  private volatile int deviations;

  public CounterVerifier(Database database, Instant start) {
    this.database = database;
    this.next = start.plus(AFTER_START);
  }

  /** Verifies when due. Blocks a virtual thread. Throws the first failure after the last step. */
  public void runOnce(Instant now) {
    if (now.isBefore(next)) {
      return;
    }
    next = now.plus(INTERVAL); // after a failure too: each verification reads all orders
    AtomicInteger found = new AtomicInteger();
    try {
      IndependentSteps.run(steps(found));
    } finally {
      deviations = found.get();
    }
    LogLine.info(LOG).with(LogField.DEVIATIONS, deviations).log("counters verified");
  }

  /** A step for each tenant, so that the failure of one does not affect others. */
  private List<Runnable> steps(AtomicInteger found) {
    List<Runnable> steps = new ArrayList<>();
    Optional<UUID> tenant = tenantAfter(BEFORE_ALL_TENANTS);
    while (tenant.isPresent()) {
      UUID id = tenant.get();
      steps.add(() -> found.addAndGet(deviations(id, CounterCheck::ofOrders)));
      steps.add(() -> found.addAndGet(deviations(id, CounterCheck::ofDials)));
      steps.add(() -> found.addAndGet(deviations(id, CounterCheck::ofHolds)));
      tenant = tenantAfter(id);
    }
    return steps;
  }

  /** Number of counters that differed from their rows at the last verification. */
  public int deviations() {
    return deviations;
  }

  private Optional<UUID> tenantAfter(UUID tenantId) {
    return BoundedWait.await(
        database.asWorker(connection -> CounterCheck.tenantAfter(connection, tenantId)));
  }

  private int deviations(
      UUID tenantId,
      BiFunction<SqlConnection, UUID, Future<List<CounterCheck.Deviation>>> counters) {
    List<CounterCheck.Deviation> found =
        BoundedWait.await(
            database.asWorker(
                LIMIT,
                connection ->
                    connection
                        .query(EXTEND_TIMEOUT)
                        .execute()
                        .compose(extended -> counters.apply(connection, tenantId))),
            LIMIT);
    for (CounterCheck.Deviation each : found) {
      LogLine.error(LOG)
          .with(LogField.TENANT_ID, IdKind.TENANT.format(tenantId))
          .with(LogField.COUNTER, each.counter())
          .with(LogField.COUNTED, each.counted())
          .with(LogField.ACTUAL, each.actual())
          .log("a counter differs from the rows that it counts");
    }
    return found.size();
  }
}
