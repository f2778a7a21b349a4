package eu.callorders.bench;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * From the instant that an order is planned for to its claim, and to the instant at which the
 * gateway receives the call; one order at a time.
 */
final class LagBench {
  static final int CONNECTIONS = 4;
  private static final int LOAD_CONNECTIONS = 64;

  private LagBench() {}

  static void main() throws Exception {
    try (SimulatedServer simulated = SimulatedServer.start(Map.of());
        Api api = new Api(simulated.server().sandbox(), CONNECTIONS)) {
      BenchReport figures = new BenchReport("lag");
      LagRounds rounds = new LagRounds(simulated, api);
      Scale.warmUp(() -> rounds.measure(Scale.of(200)));
      LagRounds.Lags lags = rounds.measure(Scale.of(4_000));
      report(figures, "due to claim", lags.claim());
      report(figures, "due to dial", lags.dial());
      lags = besideAcceptance(simulated.server().sandbox(), rounds);
      report(figures, "due to dial, beside half of full acceptance", lags.dial());
      figures.end();
    }
  }

  /** Another tenant's orders are accepted meanwhile, half as many as can be. */
  private static LagRounds.Lags besideAcceptance(Sandbox sandbox, LagRounds rounds)
      throws Exception {
    String tenant = sandbox.createTenant("Load");
    sandbox.liftQuotas(tenant);
    Orders orders = new Orders("load");
    try (Api api = new Api(URI.create(sandbox.baseUrl()), sandbox.token(tenant), LOAD_CONNECTIONS);
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Supplier<io.vertx.core.Future<Api.Answer>> order = () -> api.order(orders.forTomorrow());
      double full = ClosedLoop.during(api, LOAD_CONNECTIONS, 10, 202, order).perSecond();
      Future<LagRounds.Lags> lags = thread.submit(() -> rounds.measure(Scale.of(1_000)));
      while (!lags.isDone()) {
        OpenLoop.during(api, full / 2, 1, LOAD_CONNECTIONS, order);
      }
      return lags.get();
    }
  }

  private static void report(BenchReport figures, String name, Quantiles lags) {
    figures.add(name, lags);
    figures.add(name + ", early", (double) lags.negative(), "of " + lags.count());
  }
}
