package eu.callorders.bench;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Orders that come three times as fast as they can be stored, and the responses to them. */
final class OverloadBench extends ApiBench {
  private static final int CLIENTS = 256;
  private static final int CONNECTIONS = 3500;
  private static final int TIMES = 3;
  private static final int ROUNDS = 3;

  private final Orders orders = new Orders("overload");
  private final int seconds = Scale.of(10);
  private int accepted;

  OverloadBench() throws Exception {
    super("overload", CONNECTIONS);
  }

  /** In turn, so that whatever else the machine does hits both alike. */
  @Override
  void measure() throws Exception {
    Scale.warmUp(this::asManyAsPossible);
    List<Double> capacities = new ArrayList<>();
    List<Double> goodputs = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      capacities.add(asManyAsPossible());
      goodputs.add(tooMany(TIMES * capacities.getLast()));
    }
    double peak = BenchReport.median(capacities);
    figures.add("capacity", peak, "/s");
    figures.ratio("goodput", BenchReport.median(goodputs), "/s", peak, "capacity");
    double stored = (double) server.number("SELECT count(*) FROM call_order");
    figures.add("accepted, yet not stored", accepted - stored, "");
  }

  private double asManyAsPossible() {
    ClosedLoop.Run run = ClosedLoop.during(api, CLIENTS, seconds, 202, this::order);
    accepted += run.done();
    return run.perSecond();
  }

  private double tooMany(double perSecond) {
    OpenLoop.Run run = OpenLoop.during(api, perSecond, seconds, CONNECTIONS, this::order);
    accepted += run.answers(202);
    figures.add("offered", perSecond, "/s");
    figures.add("sent", (double) run.sent() / seconds, "/s");
    figures.add("held back by the client", run.heldBack(), "");
    run.byStatus()
        .forEach(
            (status, times) -> {
              figures.add("answers " + status, (double) times.count() / seconds, "/s");
              figures.add("answers " + status, times);
            });
    figures.add("without an answer", run.lost(), "");
    figures.add("refused without Retry-After", run.withoutRetryAfter(), "");
    return (double) run.answers(202) / seconds;
  }

  private Future<Api.Answer> order() {
    return api.order(orders.forTomorrow());
  }
}
