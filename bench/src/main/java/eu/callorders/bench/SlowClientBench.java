package eu.callorders.bench;

import io.vertx.core.Future;
import java.util.List;
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
  private final BenchReport figures = new BenchReport("slow");
  private int asked;

  private SlowClientBench(Sandbox sandbox, Api api) {
    this.sandbox = sandbox;
    this.api = api;
  }

  public static void main(String[] arguments) throws Exception {
    // With limits, since those by address are part of it; the one of the client is out of the way.
    Map<String, String> settings = Map.of("CALLORDERS_RATE_LIMIT", "5000/5000");
    try (TemporaryDirectory directory = TemporaryDirectory.create();
        Sandbox sandbox = Sandbox.start(directory.path(), settings);
        Api api = new Api(sandbox, CONNECTIONS)) {
      sandbox.liftQuotas();
      new SlowClientBench(sandbox, api).measure();
    }
  }

  private void measure() throws Exception {
    Scale.warmUp(() -> ask(Scale.of(SECONDS)));
    String order =
        """
        POST /v1/call-orders HTTP/1.1
        Host: slow
        Content-Type: application/json
        Authorization: Bearer %s
        Content-Length: 100000

        {\
        """
            .formatted(sandbox.token());
    List<String> heads = List.of("GET /", order);
    int wanted = Scale.of(SLOW);
    for (int round = 1; round <= ROUNDS; round++) {
      report("alone, round " + round, ask(Scale.of(SECONDS)));
      try (SlowConnections slow =
          new SlowConnections(sandbox.baseUrl(), heads, List.of("127.0.0.1"), wanted)) {
        slow.awaitAllOpen();
        report("beside slow connections, round " + round, ask(Scale.of(SECONDS_BESIDE)));
        figures.add("slow connections, at least", slow.least(), "");
        figures.add("closed and opened again", slow.opened() - wanted, "");
      }
    }
    figures.end();
  }

  private OpenLoop.Run ask(int seconds) {
    return OpenLoop.during(api, PER_SECOND, seconds, CONNECTIONS * 64, this::next);
  }

  /** In turn an order and a look at the list. */
  private Future<Api.Answer> next() {
    return asked++ % 2 == 0 ? api.get("/v1/call-orders?limit=10") : api.order(orders.forTomorrow());
  }

  private void report(String when, OpenLoop.Run run) {
    run.byStatus()
        .forEach((status, times) -> figures.add("answers " + status + ", " + when, times));
    figures.add("without an answer, " + when, run.lost(), "");
    figures.add("held back, " + when, run.heldBack(), "");
  }
}
