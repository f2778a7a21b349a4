package eu.callorders.bench.webhooks;

import eu.callorders.bench.Api;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.ClosedLoop;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Scale;
import eu.callorders.bench.Server;
import eu.callorders.bench.SqlSession;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Logged deliveries per second to one host and to a hundred, in turn with a bare sender. */
record Throughput(BenchReport figures, WebhookTestbed testbed) {
  private static final int ROUNDS = 3;
  private static final int DELIVERIES = 40_000;
  private static final int AT_ONCE = 64;
  private static final Buffer BODY =
      Buffer.buffer("{\"data\":\"" + "0123456789abcdef".repeat(76) + "\"}");
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  void toOneHost() throws Exception {
    testbed.register(testbed.receivers.url(0));
    measure("one host", List.of(testbed.tenant()), 1, 1);
  }

  void toManyHosts() throws Exception {
    int hosts = WebhookBench.HOSTS;
    List<UUID> tenants = testbed.endpoints("host", hosts, i -> testbed.receivers.url(i) + "/" + i);
    measure(hosts + " hosts", tenants, hosts, WebhookSeeder.ENDPOINTS_PER_TENANT);
  }

  private void measure(String where, List<UUID> tenants, int hosts, int perEvent) throws Exception {
    int deliveries = Scale.of(DELIVERIES);
    int each = Math.max(1, deliveries / (tenants.size() * perEvent));
    int whole = each * tenants.size() * perEvent;
    List<Double> bare = new ArrayList<>();
    List<Double> logged = new ArrayList<>();
    List<Server.Usage> used = new ArrayList<>();
    HttpClient client = client();
    Scale.warmUp(
        () -> {
          bare(client, hosts, deliveries);
          logged(tenants, each, whole);
        });
    for (int round = 0; round < ROUNDS; round++) {
      bare.add(bare(client, hosts, deliveries));
      Server.Usage before = testbed.server.usage();
      logged.add(logged(tenants, each, whole));
      used.add(Server.Usage.NONE.plus(before, testbed.server.usage()));
    }
    client.close().await();
    double bareRate = BenchReport.median(bare);
    figures.add("bare sender to " + where, bareRate, "/s");
    figures.ratio(
        "logged deliveries to " + where, BenchReport.median(logged), "/s", bareRate, "bare");
    double service = BenchReport.median(used, Server.Usage::service) / whole;
    double database = BenchReport.median(used, Server.Usage::database) / whole;
    figures.add("processor time of the service, " + where, service, "µs a delivery");
    figures.add("processor time of the database, " + where, database, "µs a delivery");
  }

  /** From the commit of the events until the last delivery is in the log, which is emptied then. */
  private double logged(List<UUID> tenants, int each, int count) throws Exception {
    SqlSession session = testbed.session;
    long before = testbed.receivers.arrived();
    testbed.seeder.events(tenants, each);
    long start = System.nanoTime();
    Polling.within(
        TIMEOUT,
        5,
        () ->
            testbed.receivers.arrived() >= before + count
                && session.number("SELECT count(*) FROM webhook_delivery_queue") == 0);
    double seconds = (System.nanoTime() - start) / 1e9;
    long succeeded =
        session.number("SELECT count(*) FROM webhook_delivery WHERE status = 'succeeded'");
    if (succeeded < count) {
      throw new IllegalStateException("%d of %d are logged".formatted(succeeded, count));
    }
    session.executeAll(List.of("DELETE FROM webhook_delivery", "DELETE FROM event"));
    return count / seconds;
  }

  /** As the service's: with kept connections. */
  private HttpClient client() {
    String trusted = testbed.certificate.trusted().toString();
    return testbed.vertx.createHttpClient(
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_1_1)
            .setTrustOptions(new PemTrustOptions().addCertPath(trusted))
            .setVerifyHost(true)
            .setPipelining(false),
        new PoolOptions().setHttp1MaxSize(AT_ONCE));
  }

  /** Sends over TLS, and does nothing else: no database, no signature, no log. */
  private double bare(HttpClient client, int hosts, int count) {
    AtomicInteger sent = new AtomicInteger();
    Supplier<Future<Api.Answer>> next =
        () ->
            client
                .request(bareRequest(testbed.receivers.port(sent.getAndIncrement() % hosts)))
                .compose(request -> Api.answer(request, BODY));
    ClosedLoop.Run run = ClosedLoop.times(testbed.vertx, AT_ONCE, count, 204, next);
    run.requireAll();
    return run.perSecond();
  }

  private static RequestOptions bareRequest(int port) {
    return new RequestOptions()
        .setMethod(HttpMethod.POST)
        .setHost("localhost")
        .setPort(port)
        .setSsl(true)
        .setURI("/bare")
        .putHeader("content-type", "application/json")
        .putHeader("user-agent", "call-orders-webhooks/1")
        .putHeader("webhook-id", "evt_00000000000000000000000000")
        .putHeader("webhook-timestamp", "1700000000")
        .putHeader("webhook-signature", "v1," + "0".repeat(44));
  }
}
