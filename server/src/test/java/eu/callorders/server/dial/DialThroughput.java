package eu.callorders.server.dial;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** Measures the attempts per second of one node with instant calls; {@code main ORDERS}. */
final class DialThroughput {
  private static final int THREADS = 16;
  private static final String OPEN =
      "SELECT count(*) FROM call_order WHERE tenant_id = $1 AND ended_at IS NULL";
  private static final String ACCEPTED =
      "SELECT count(*) FROM call_order WHERE tenant_id = $1 AND status = 'accepted'";

  private DialThroughput() {}

  public static void main(String[] arguments) {
    int orders = Integer.parseInt(arguments[0]);
    try (DialFixture fixture = new DialFixture().withLoops()) {
      for (int round = 0; round < 3; round++) {
        measure(fixture, orders);
      }
    }
  }

  private static void measure(DialFixture fixture, int orders) {
    TestTenant tenant = fixture.tenant();
    tenant.disable(true);
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int order = 0; order < orders; order++) {
        threads.submit(() -> tenant.anOrder().to(MagicLine.PROMISES_PAYMENT).place());
      }
    }
    awaitNone(fixture, tenant, ACCEPTED);
    tenant.disable(false);
    Instant start = Instant.now();
    awaitNone(fixture, tenant, OPEN);
    Duration took = Duration.between(start, Instant.now());
    System.out.printf("%d attempts in %s: %d/s%n", orders, took, orders * 1000L / took.toMillis());
  }

  private static void awaitNone(DialFixture fixture, TestTenant tenant, String query) {
    while (fixture.query(query, tenant.id()).getFirst().getLong(0) > 0) {
      LockSupport.parkNanos(100_000_000);
    }
  }
}
