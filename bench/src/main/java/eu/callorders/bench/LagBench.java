package eu.callorders.bench;

import java.util.Map;

/**
 * From the instant that an order is planned for to its claim, and to the instant at which the
 * gateway receives the call; one order at a time.
 */
final class LagBench {
  static final int CONNECTIONS = 4;

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
      figures.end();
    }
  }

  private static void report(BenchReport figures, String name, Quantiles lags) {
    figures.add(name, lags);
    figures.add(name + ", early", (double) lags.negative(), "of " + lags.count());
  }
}
