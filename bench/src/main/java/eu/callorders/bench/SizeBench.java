package eu.callorders.bench;

import eu.callorders.core.id.IdKind;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;

/** The same work with a tenth of the stored orders and events, and with all of them. */
final class SizeBench extends ApiBench {
  private static final int CONNECTIONS = 64;
  private static final int ORDERS = Scale.of(2_000_000);
  private static final int EVENTS = Scale.of(10_000_000);
  private static final int TENTHS = 10;
  private static final int ATTEMPTS = Scale.of(2_000);
  private static final int ROUNDS = 3;
  private static final int PAGES = Scale.of(500);
  private static final Random RANDOM = new Random(1);

  private final int seconds = Scale.of(10);
  private final Orders orders = new Orders("size");
  private final AttemptRates attempts = new AttemptRates(api);
  private final String reader = server.sandbox().createTenant("Reader");

  SizeBench() throws Exception {
    super("size", CONNECTIONS);
  }

  @Override
  void measure() throws Exception {
    Sandbox sandbox = server.sandbox();
    sandbox.channels(1_000_000);
    OrderSeeder.createTemplates(server, api);
    try (Api feed = new Api(URI.create(sandbox.baseUrl()), sandbox.token(reader), 1)) {
      store(0, 1);
      Map<String, Double> few = work(feed);
      store(1, TENTHS);
      Map<String, Double> many = work(feed);
      few.forEach((name, value) -> figures.add(name + ", a tenth", value, ""));
      many.forEach(
          (name, value) ->
              figures.ratio(name, value, "", Objects.requireNonNull(few.get(name)), "a tenth"));
    }
  }

  /** Writes orders and events, from one tenth to another. */
  private void store(int from, int to) throws SQLException {
    try (SqlSession session = server.connect()) {
      OrderSeeder.copy(session, 1 + from * (ORDERS / TENTHS), to * (ORDERS / TENTHS));
      UUID tenant = IdKind.TENANT.parse(reader).orElseThrow();
      EventSeeder.write(session, tenant, (to - from) * (EVENTS / TENTHS));
      session.execute("CHECKPOINT");
    }
  }

  /** The figures, by their names; those of a second are better when larger, times when smaller. */
  private Map<String, Double> work(Api feed) throws Exception {
    List<String> ids = OrderSeeder.someIds(server);
    Map<String, Double> figures = new LinkedHashMap<>();
    Scale.warmUp(() -> accept());
    figures.put("accepted a second", median(() -> accept().perSecond()));
    dial();
    figures.put("attempts a second", median(this::dial));
    read(ids);
    figures.put("orders read a second", median(() -> read(ids).perSecond()));
    list();
    figures.put("p99 ms of a list", list().milliseconds(0.99));
    page(feed);
    figures.put("p99 ms of a page of the feed", page(feed).milliseconds(0.99));
    return figures;
  }

  /** A rate of one round. */
  private interface Round {
    double run() throws Exception;
  }

  private static double median(Round round) throws Exception {
    double[] rates = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      rates[i] = round.run();
    }
    return BenchReport.median(List.of(rates[0], rates[1], rates[2]));
  }

  private ClosedLoop.Run accept() {
    return ClosedLoop.during(api, CONNECTIONS, seconds, 202, () -> api.order(orders.forTomorrow()));
  }

  private double dial() throws InterruptedException {
    attempts.begin();
    ClosedLoop.times(api, CONNECTIONS, ATTEMPTS, 202, () -> api.order(orders.next())).requireAll();
    return attempts.await(ATTEMPTS);
  }

  private ClosedLoop.Run read(List<String> ids) {
    return ClosedLoop.during(
        api,
        CONNECTIONS,
        seconds,
        200,
        () -> api.get("/v1/call-orders/" + ids.get(RANDOM.nextInt(ids.size()))));
  }

  private Quantiles list() {
    return times(() -> api.get("/v1/call-orders?limit=25&status=failed").await().require(200));
  }

  private Quantiles page(Api feed) {
    Instant now = Instant.now();
    return times(
        () -> {
          Instant at = now.minus(Duration.ofMinutes(RANDOM.nextInt(29 * 24 * 60)));
          feed.get("/v1/events?limit=100&created_after=" + at).await().require(200);
        });
  }

  private static Quantiles times(Runnable request) {
    long[] nanos = new long[PAGES];
    for (int sample = 0; sample < PAGES; sample++) {
      long start = System.nanoTime();
      request.run();
      nanos[sample] = System.nanoTime() - start;
    }
    return new Quantiles(LongStream.of(nanos));
  }
}
