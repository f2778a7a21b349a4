package eu.callorders.bench.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.EventSeeder;
import eu.callorders.bench.Quantiles;
import eu.callorders.bench.Scale;
import eu.callorders.bench.WarmUp;
import eu.callorders.core.id.IdKind;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** From the event to its first attempt, in turn with nothing else and with a disturbance. */
final class Latency {
  private static final int ROUNDS = 3;
  private static final int SECONDS = 15;
  private static final int HOLES = 1_000;
  private static final int EVENTS = 1_000_000;
  private static final int BACKLOG = 20;
  private static final Duration LEAD = Duration.ofSeconds(8);

  /** As long as an attempt may take, so that none is under way any more. */
  private static final Duration SETTLED = Duration.ofSeconds(16);

  private static final String AND_NONE_ANY_MORE =
      "DELETE FROM webhook_delivery_queue WHERE endpoint_id IN"
          + " (SELECT id FROM webhook_endpoint WHERE url LIKE '%/hole%')";

  private final BenchReport figures;
  private final List<Double> alone = new ArrayList<>();
  private final List<Double> disturbed = new ArrayList<>();

  Latency(BenchReport figures) {
    this.figures = figures;
  }

  private interface Act {
    void run() throws IOException, SQLException, InterruptedException;
  }

  /** Endpoints of other tenants that swallow everything, in three ways. */
  void besideBlackHoles() throws IOException, SQLException, InterruptedException {
    try (WebhookTestbed testbed = new WebhookTestbed(4)) {
      ConstantRateLoad load = new ConstantRateLoad(testbed, answering(testbed));
      int count = Scale.of(HOLES);
      List<UUID> tenants =
          EndpointSeeder.write(
              testbed,
              "hole",
              count,
              i ->
                  switch (i % 3) {
                    case 0 -> testbed.unresponsiveHosts.url(0) + "/hole/" + i;
                    case 1 -> "https://" + testbed.silence.mute() + "/hole/" + i;
                    default -> "https://" + testbed.silence.shut() + "/hole/" + i;
                  });
      status(testbed, "disabled");
      try (Connection connection = testbed.server.connect();
          TrickleLoad trickle = new TrickleLoad(connection, tenants)) {
        inTurn(
            load,
            () -> {
              status(testbed, "active");
              trickle.begin(BACKLOG);
              Thread.sleep(LEAD);
            },
            () -> {
              trickle.pause();
              status(testbed, "disabled");
              testbed.execute(AND_NONE_ANY_MORE);
              Thread.sleep(SETTLED);
            });
      }
      figures("beside " + count + " black holes");
    }
  }

  private static void status(WebhookTestbed testbed, String status) throws SQLException {
    testbed.execute(
        "UPDATE webhook_endpoint SET status = '" + status + "' WHERE url LIKE '%/hole%'");
  }

  /** A replay to one of the endpoints that get the fresh events. */
  void besideReplay() throws IOException, SQLException, InterruptedException {
    try (WebhookTestbed testbed = new WebhookTestbed(4)) {
      int events = Scale.of(EVENTS);
      EventSeeder.write(testbed.server.owner(), testbed.tenant(), events);
      UUID endpoint = testbed.register(testbed.receivers.url(0));
      String path = "/v1/webhook-endpoints/" + IdKind.WEBHOOK_ENDPOINT.format(endpoint) + "/replay";
      count(testbed, path, events);
      List<UUID> tenants = answering(testbed);
      tenants.set(0, testbed.tenant());
      List<Double> pace = new ArrayList<>();
      long[] before = new long[2];
      inTurn(
          new ConstantRateLoad(testbed, tenants),
          () -> {
            testbed.post(path, body(false));
            Thread.sleep(Duration.ofSeconds(3));
            before[0] = replayed(testbed);
            before[1] = System.nanoTime();
          },
          () -> {
            pace.add((replayed(testbed) - before[0]) * 1e9 / (System.nanoTime() - before[1]));
            testbed.execute(
                "UPDATE webhook_replay SET state = 'canceled', ended_at = now()"
                    + " WHERE state = 'running'");
            testbed.execute("DELETE FROM webhook_delivery_queue WHERE priority = 1");
            Thread.sleep(Duration.ofSeconds(2));
          });
      figures("beside a replay");
      figures.add("replayed meanwhile", median(pace), "/s");
    }
  }

  private static long replayed(WebhookTestbed testbed) throws SQLException {
    return testbed.count(
        "SELECT count(*) FROM webhook_delivery WHERE run_id IS NOT NULL AND status = 'succeeded'");
  }

  private void count(WebhookTestbed testbed, String path, int events)
      throws IOException, InterruptedException {
    double[] times = new double[5];
    for (int i = 0; i < times.length; i++) {
      long start = System.nanoTime();
      JsonNode answer = testbed.post(path, body(true));
      times[i] = (System.nanoTime() - start) / 1e6;
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

  private static List<UUID> answering(WebhookTestbed testbed) throws SQLException {
    List<UUID> tenants = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int number = i;
      tenants.addAll(
          EndpointSeeder.write(
              testbed, "answers " + i, 1, one -> testbed.receivers.url(number) + "/fine"));
    }
    return tenants;
  }

  private void inTurn(ConstantRateLoad load, Act disturb, Act rest)
      throws IOException, SQLException, InterruptedException {
    WarmUp warmUp = WarmUp.start();
    do {
      load.run(SECONDS);
    } while (warmUp.isRunning());
    for (int round = 0; round < ROUNDS; round++) {
      note(alone, "alone", load.run(SECONDS));
      disturb.run();
      note(disturbed, "disturbed", load.run(SECONDS));
      rest.run();
    }
    note(alone, "alone", load.run(SECONDS));
  }

  private static void note(List<Double> p99, String what, Quantiles times) {
    System.out.println("round " + what + ": " + times);
    p99.add(times.milliseconds(0.99));
  }

  private void figures(String where) {
    figures.add("event to first attempt, p99 alone, " + where, median(alone), "ms");
    figures.ratio(
        "event to first attempt, p99 " + where, median(disturbed), "ms", median(alone), "alone");
  }

  private static double median(List<Double> values) {
    return BenchReport.median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
