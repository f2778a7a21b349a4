package eu.callorders.bench.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Action;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.EventSeeder;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Quantiles;
import eu.callorders.bench.Scale;
import eu.callorders.bench.SqlSession;
import eu.callorders.core.id.IdKind;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** From the event to its first attempt, in turn with nothing else and with a disturbance. */
final class Latency {
  private static final int ROUNDS = 3;
  private static final int SECONDS = 15;
  private static final int PER_SECOND = 200;
  private static final int HOLES = 1_000;
  private static final int EVENTS = 1_000_000;
  private static final int BACKLOG = 20;
  private static final long TRICKLE_MILLIS = 200;
  private static final Duration LEAD = Duration.ofSeconds(8);
  private static final Duration LAST_ONES = Duration.ofSeconds(10);

  /** As long as an attempt may take, so that none is under way any longer. */
  private static final Duration SETTLED = Duration.ofSeconds(16);

  private static final String OF_HOLES =
      "endpoint_id IN (SELECT id FROM webhook_endpoint WHERE url LIKE '%/hole%')";

  private static final String REPLAYED =
      "SELECT count(*) FROM webhook_delivery WHERE run_id IS NOT NULL AND status = 'succeeded'";

  private final BenchReport figures;
  private final WebhookTestbed testbed;
  private final List<Double> alone = new ArrayList<>();
  private final List<Double> disturbed = new ArrayList<>();

  Latency(BenchReport figures, WebhookTestbed testbed) {
    this.figures = figures;
    this.testbed = testbed;
  }

  /** Endpoints of other tenants that swallow everything, in three ways. */
  void besideHoles() throws Exception {
    List<UUID> answering = answering();
    int count = Scale.of(HOLES);
    List<String> holes =
        List.of(
            testbed.unresponsiveHosts.url(0),
            "https://" + testbed.silence.mute(),
            "https://" + testbed.silence.shut());
    List<UUID> tenants = testbed.endpoints("hole", count, i -> holes.get(i % 3) + "/hole/" + i);
    holes("disabled");
    AtomicBoolean trickling = new AtomicBoolean();
    try (SqlSession own = testbed.server.connect()) {
      Thread trickle =
          Thread.ofPlatform()
              .daemon()
              .start(() -> trickle(testbed.seeder(own), tenants, trickling));
      inTurn(
          answering,
          () -> {
            holes("active");
            testbed.seeder.events(tenants, BACKLOG);
            trickling.set(true);
            Thread.sleep(LEAD);
          },
          () -> {
            trickling.set(false);
            holes("disabled");
            testbed.session.execute("DELETE FROM webhook_delivery_queue WHERE " + OF_HOLES);
            Thread.sleep(SETTLED);
          });
      trickle.interrupt();
      trickle.join();
    }
    report("beside " + count + " black holes");
  }

  private void holes(String status) throws SQLException {
    testbed.session.execute(
        "UPDATE webhook_endpoint SET status = '" + status + "' WHERE url LIKE '%/hole%'");
  }

  /** Events for tenants in turn, five a second while that is wanted, until it is interrupted. */
  private static void trickle(WebhookSeeder seeder, List<UUID> tenants, AtomicBoolean wanted) {
    int turn = 0;
    try {
      while (true) {
        Thread.sleep(TRICKLE_MILLIS);
        if (wanted.get()) {
          seeder.event(tenants.get(turn++ % tenants.size()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A replay to one of the endpoints that get the fresh events. */
  void besideReplay() throws Exception {
    int events = Scale.of(EVENTS);
    EventSeeder.write(testbed.session, testbed.tenant(), events);
    UUID endpoint = testbed.register(testbed.receivers.url(0));
    String path = "/v1/webhook-endpoints/" + IdKind.WEBHOOK_ENDPOINT.format(endpoint) + "/replay";
    count(path, events);
    List<UUID> tenants = answering();
    tenants.set(0, testbed.tenant());
    List<Double> pace = new ArrayList<>();
    long[] before = new long[2];
    inTurn(
        tenants,
        () -> {
          testbed.post(path, body(false));
          Thread.sleep(Duration.ofSeconds(3));
          before[0] = testbed.session.number(REPLAYED);
          before[1] = System.nanoTime();
        },
        () -> {
          long replayed = testbed.session.number(REPLAYED) - before[0];
          pace.add(replayed * 1e9 / (System.nanoTime() - before[1]));
          testbed.session.execute(
              "UPDATE webhook_replay SET state = 'canceled', ended_at = now()"
                  + " WHERE state = 'running'");
          testbed.session.execute("DELETE FROM webhook_delivery_queue WHERE priority = 1");
          Thread.sleep(Duration.ofSeconds(2));
        });
    report("beside a replay");
    figures.add("replayed meanwhile", BenchReport.median(pace), "/s");
  }

  private void count(String path, int events) {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      long start = System.nanoTime();
      JsonNode answer = testbed.post(path, body(true));
      times.add((System.nanoTime() - start) / 1e6);
      if (answer.path("events").asInt() < events) {
        throw new IllegalStateException("the replay has only " + answer);
      }
    }
    figures.add("counting a replay of " + events + " events", BenchReport.median(times), "ms");
  }

  private static String body(boolean dry) {
    Instant since = Instant.now().minus(Duration.ofDays(30).minusMinutes(10));
    return "{\"since\": \"%s\", \"dry_run\": %s}".formatted(since, dry);
  }

  /** Four tenants, with one endpoint each that answers. */
  private List<UUID> answering() throws Exception {
    List<UUID> tenants = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String url = testbed.receivers.url(i) + "/fine";
      tenants.addAll(testbed.endpoints("answers " + i, 1, one -> url));
    }
    return tenants;
  }

  private void inTurn(List<UUID> tenants, Action disturb, Action rest) throws Exception {
    testbed.receivers.keepArrivals();
    Scale.warmUp(() -> load(tenants));
    for (int round = 0; round < ROUNDS; round++) {
      note(alone, "alone", load(tenants));
      disturb.run();
      note(disturbed, "disturbed", load(tenants));
      rest.run();
    }
    note(alone, "alone", load(tenants));
  }

  /**
   * Writes events at a fixed rate, whatever becomes of them; how long after the beginning of its
   * statement each was at its receiver. One that never came took as long as was waited for it.
   */
  private Quantiles load(List<UUID> tenants) throws Exception {
    Map<String, Long> began = new LinkedHashMap<>();
    try (SqlSession own = testbed.server.connect()) {
      WebhookSeeder events = testbed.seeder(own);
      long start = System.nanoTime();
      for (int i = 0; i < SECONDS * PER_SECOND; i++) {
        LockSupport.parkNanos(start + i * (1_000_000_000L / PER_SECOND) - System.nanoTime());
        long at = System.nanoTime();
        began.put(events.event(tenants.get(i % tenants.size())), at);
      }
    }
    Map<String, Long> arrivals = testbed.receivers.arrivals();
    Polling.within(LAST_ONES, 50, () -> arrivals.keySet().containsAll(began.keySet()));
    long now = System.nanoTime();
    List<Long> times = new ArrayList<>();
    began.forEach((event, at) -> times.add(arrivals.getOrDefault(event, now) - at));
    return new Quantiles(times);
  }

  private static void note(List<Double> p99, String what, Quantiles times) {
    System.out.println("round " + what + ": " + times);
    p99.add(times.milliseconds(0.99));
  }

  private void report(String where) {
    double base = BenchReport.median(alone);
    figures.add("event to first attempt, p99 alone, " + where, base, "ms");
    figures.ratio(
        "event to first attempt, p99 " + where, BenchReport.median(disturbed), "ms", base, "alone");
  }
}
