package eu.callorders.bench;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** How soon the console shows what happens at the service, and what that costs who looks at it. */
final class ConsoleUpdateLatency {
  private static final int SINGLE = Scale.of(60);
  private static final int SECONDS = Math.max(2, Scale.of(15));
  private static final int ORDERS_PER_SECOND = 25;
  private static final long SETTLING = 3_000_000;
  private static final double SECOND = 1e6;

  private final BenchReport figures;
  private final Server server;
  private final Api api;
  private final ConsoleProcess console;
  private final Map<String, Long> answered = new HashMap<>();

  ConsoleUpdateLatency(BenchReport figures, Server server, Api api, ConsoleProcess console) {
    this.figures = figures;
    this.server = server;
    this.api = api;
    this.console = console;
  }

  /** By the clock that all processes share, in microseconds. */
  static long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private static void pause(long micros) {
    LockSupport.parkNanos(micros * 1000);
  }

  private String order(Orders orders) throws Exception {
    String id = OrderSeeder.order(api, orders.notBefore(OrderSeeder.tomorrow(server.sandbox())));
    answered.put(id, now());
    return id;
  }

  /** Five events a second: two of each order, not in step with the console. */
  void few() throws Exception {
    begin();
    Orders orders = new Orders("few");
    for (int i = 0; i < SINGLE; i++) {
      order(orders);
      pause(370_000 + i * 7_000L % 100_000);
    }
    report("few events");
  }

  /** Orders that are planned at once, and canceled a second later: four events each. */
  void many() throws Exception {
    begin();
    Orders orders = new Orders("many");
    List<String> made = new ArrayList<>();
    long begin = now();
    for (int i = 0; i < SECONDS * ORDERS_PER_SECOND; i++) {
      made.add(order(orders));
      if (i >= ORDERS_PER_SECOND) {
        OrderSeeder.cancel(api, made.get(i - ORDERS_PER_SECOND));
      }
      pause(begin + (i + 1) * 1_000_000L / ORDERS_PER_SECOND - now());
    }
    figures.add("orders a second, of four events each", made.size() * SECOND / (now() - begin), "");
    report("many events");
  }

  private void begin() throws Exception {
    answered.clear();
    console.ask("watch");
  }

  private void report(String name) throws Exception {
    pause(SETTLING);
    String[] answer = console.ask("seen").split(" ", -1);
    Map<String, Long> seen = new HashMap<>();
    Arrays.stream(answer)
        .skip(1)
        .map(row -> row.split("=", -1))
        .forEach(row -> seen.put(row[0], Long.parseLong(row[1])));
    List<Long> nanos = new ArrayList<>();
    answered.forEach(
        (id, at) -> {
          Long shown = seen.get(id);
          if (shown != null) {
            nanos.add(Math.max(0, shown - at) * 1000);
          }
        });
    if (nanos.size() < answered.size()) {
      System.err.println(answered.size() - nanos.size() + " orders were not seen");
    }
    figures.add("answer to row, " + name, new Quantiles(nanos));
    figures.add("longest block, " + name, Long.parseLong(answer[0]) / 1e6, "ms");
  }
}
