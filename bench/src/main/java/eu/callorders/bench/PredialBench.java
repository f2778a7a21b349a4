package eu.callorders.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What tenants whose endpoints take the question before the dial and never answer it cost others:
 * the lag of the demo tenant's orders beside them, and without them, in turn.
 */
final class PredialBench {
  private static final int TENANTS = Scale.of(1_000);
  private static final int ORDERS_EACH = 3;
  private static final int ORDERS = Scale.of(1_000);
  private static final int ROUNDS = 3;
  private static final Http HTTP = new Http(Duration.ofMinutes(1));

  private final Sandbox sandbox;
  private final BlackHoles silent;
  private final List<String> tenants = new ArrayList<>();

  private PredialBench(Sandbox sandbox, BlackHoles silent) {
    this.sandbox = sandbox;
    this.silent = silent;
  }

  static void main() throws Exception {
    try (BlackHoles silent = new BlackHoles();
        SimulatedServer simulated =
            SimulatedServer.start(Map.of("CALLORDERS_WEBHOOK_EXTRA_TARGETS", silent.mute()));
        Api api = new Api(simulated.server().sandbox(), LagBench.CONNECTIONS)) {
      new PredialBench(simulated.server().sandbox(), silent).measure(new LagRounds(simulated, api));
    }
  }

  private void measure(LagRounds rounds) throws Exception {
    BenchReport figures = new BenchReport("predial");
    for (int number = 0; number < TENANTS; number++) {
      tenants.add(silentTenant(number));
    }
    Scale.warmUp(() -> rounds.measure(Scale.of(200)));
    enable(false);
    LagRounds.Lags alone = rounds.measure(ORDERS);
    enable(true);
    LagRounds.Lags beside = rounds.measure(ORDERS);
    for (int round = 1; round < ROUNDS; round++) {
      beside = beside.and(rounds.measure(ORDERS));
      enable(false);
      alone = alone.and(rounds.measure(ORDERS));
      enable(true);
    }
    figures.add("questions taken", (double) silent.connections(), "");
    figures.add("due to dial, alone", alone.dial());
    figures.add("due to dial, beside silent endpoints", beside.dial());
    double base = alone.dial().milliseconds(0.99);
    figures.ratio("p99 beside", beside.dial().milliseconds(0.99), "ms", base, "alone");
    figures.end();
  }

  /** A tenant with due orders; its clients are asked before each dial. */
  private String silentTenant(int number) {
    String id = sandbox.createTenant("Silent");
    String path = "/tenants/" + id;
    sandbox.admin(
        "PATCH", path, "{\"predial_check\": {\"url\": \"http://%s/\"}}".formatted(silent.mute()));
    String morning = "{\"to\": \"" + Sandbox.morning() + "\"}";
    sandbox.admin("POST", path + "/test-clock/advance", morning);
    String token = sandbox.token(id);
    Orders orders = new Orders("silent-" + number);
    for (int order = 0; order < ORDERS_EACH; order++) {
      Orders.Keyed next = orders.next();
      HTTP.send(
              "POST",
              sandbox.baseUrl() + "/v1/call-orders",
              next.body().toString(),
              Http.headers(token, next.key()))
          .require("an order of a silent tenant");
    }
    return id;
  }

  private void enable(boolean enabled) {
    for (String id : tenants) {
      sandbox.admin("PATCH", "/tenants/" + id, "{\"disabled\": %s}".formatted(!enabled));
    }
  }
}
