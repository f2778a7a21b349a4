package eu.callorders.server.dial;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * Says how many attempts per second one node makes against the simulator when nothing in a call
 * takes any time. Not a test: run its main, with the number of orders.
 */
final class DialThroughput {
  private static final int AT_ONCE = 16;
  private static final String OPEN =
      "SELECT count(*) FROM call_order WHERE tenant_id = $1 AND ended_at IS NULL";
  private static final String ACCEPTED =
      "SELECT count(*) FROM call_order WHERE tenant_id = $1 AND status = 'accepted'";

  private DialThroughput() {}

  public static void main(String[] arguments) {
    int orders = Integer.parseInt(arguments[0]);
    try (DialFixture house = new DialFixture().running()) {
      for (int round = 0; round < 3; round++) {
        measure(house, orders);
      }
    }
  }

  private static void measure(DialFixture house, int orders) {
    TestTenant tenant = house.tenant();
    tenant.disable(true);
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int order = 0; order < orders; order++) {
        threads.submit(() -> tenant.anOrder().to(MagicLine.PROMISES_PAYMENT).placed());
      }
    }
    awaitNone(house, tenant, ACCEPTED);
    tenant.disable(false);
    Instant start = Instant.now();
    awaitNone(house, tenant, OPEN);
    Duration took = Duration.between(start, Instant.now());
    System.out.printf("%d attempts in %s: %d/s%n", orders, took, orders * 1000L / took.toMillis());
  }

  private static void awaitNone(DialFixture house, TestTenant tenant, String query) {
    while (house.query(query, tenant.id()).getFirst().getLong(0) > 0) {
      LockSupport.parkNanos(100_000_000);
    }
  }
}
