package eu.callorders.bench;

import io.vertx.core.Future;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** What a client notices of a thousand connections that drip their heads and bodies. */
public final class SlowClientBench {
  private static final int SLOW = 1000;
  private static final int CONNECTIONS = 16;
  private static final int PER_SECOND = 100;
  private static final int SECONDS = 20;
  private static final int ROUNDS = 3;

  /** Long enough for each of them to be closed once, and opened again. */
  private static final int SECONDS_BESIDE = 45;

  private final Sandbox sandbox;
  private final Api api;
  private final Orders orders = new Orders("slow");
  private final String tomorrow =
      Instant.now().plus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS).toString();
  private final BenchReport figures = new BenchReport("slow");
  private int asked;

  private SlowClientBench(Sandbox sandbox, Api api) {
    this.sandbox = sandbox;
    this.api = api;
  }

  public static void main(String[] arguments) throws IOException {
    // With limits, since those by address are part of it; the one of the client is out of the way.
    try (Sandbox sandbox = Sandbox.start(Map.of("CALLORDERS_RATE_LIMIT", "5000/5000"));
        Api api = new Api(sandbox, CONNECTIONS)) {
      sandbox.liftQuotas();
      new SlowClientBench(sandbox, api).measure();
    }
  }

  private void measure() {
    WarmUp warmUp = WarmUp.start();
    do {
      ask(Scale.of(SECONDS));
    } while (warmUp.isRunning());
    for (int round = 1; round <= ROUNDS; round++) {
      report("alone, round " + round, ask(Scale.of(SECONDS)));
      try (SlowConnections slow = SlowConnections.open(sandbox, Scale.of(SLOW))) {
        report("beside slow connections, round " + round, ask(Scale.of(SECONDS_BESIDE)));
        figures.add("slow connections, at least", slow.least(), "");
        figures.add("closed and opened again", slow.closedByService(), "");
      }
    }
    figures.end();
  }

  private OpenLoop.Run ask(int seconds) {
    return OpenLoop.during(api.vertx(), PER_SECOND, seconds, CONNECTIONS * 64, this::next);
  }

  /** In turn an order and a look at the list. */
  private Future<Api.Answer> next() {
    if (asked++ % 2 == 0) {
      return api.get("/v1/call-orders?limit=10");
    }
    Orders.Keyed order = orders.notBefore(tomorrow);
    return api.order(order.body(), order.key());
  }

  private void report(String when, OpenLoop.Run run) {
    run.byStatus()
        .forEach((status, times) -> figures.add("answers " + status + ", " + when, times));
    figures.add("without an answer, " + when, run.lost(), "");
    figures.add("held back, " + when, run.heldBack(), "");
  }
}
