package eu.callorders.bench.webhooks;

import eu.callorders.bench.Quantiles;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * Events at a fixed rate, whatever becomes of them, and how long after the beginning of its
 * statement each was at its receiver.
 */
final class ConstantRateLoad {
  private static final int PER_SECOND = 200;
  private static final Duration LAST_ONES = Duration.ofSeconds(10);

  private final WebhookTestbed testbed;
  private final List<UUID> tenants;

  /**
   * @param tenants one after the other, with one endpoint each that answers
   */
  ConstantRateLoad(WebhookTestbed testbed, List<UUID> tenants) {
    this.testbed = testbed;
    this.tenants = tenants;
    testbed.receivers.keepArrivals();
  }

  /** Times of so many seconds. */
  Quantiles run(int seconds) throws SQLException, InterruptedException {
    Map<String, Long> began = new LinkedHashMap<>();
    try (Connection connection = testbed.server.connect()) {
      EventInserter events = new EventInserter(connection, System.nanoTime());
      long start = System.nanoTime();
      for (int i = 0; i < seconds * PER_SECOND; i++) {
        long planned = start + i * (1_000_000_000L / PER_SECOND);
        LockSupport.parkNanos(planned - System.nanoTime());
        long at = System.nanoTime();
        began.put(events.write(tenants.get(i % tenants.size())), at);
      }
    }
    return times(began);
  }

  /** One that never came took as long as was waited for it. */
  private Quantiles times(Map<String, Long> began) throws InterruptedException {
    Map<String, Long> arrivals = testbed.receivers.arrivals();
    long giveUp = System.nanoTime() + LAST_ONES.toNanos();
    while (!arrivals.keySet().containsAll(began.keySet()) && System.nanoTime() < giveUp) {
      Thread.sleep(50);
    }
    List<Long> times = new ArrayList<>();
    long now = System.nanoTime();
    began.forEach((event, at) -> times.add(arrivals.getOrDefault(event, now) - at));
    return new Quantiles(times.stream().mapToLong(Long::longValue).toArray());
  }
}
