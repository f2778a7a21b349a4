package eu.callorders.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stops the service at random moments under load, beside busy loops that begin once it is ready;
 * ends with 1 unless each stop was in order.
 */
public final class StopCampaign {
  private static final Duration MOST = Duration.ofSeconds(20);
  private static final Duration GIVE_UP = Duration.ofSeconds(60);
  private static final int ORDERS_AT_ONCE = 64;
  private static final int LATEST_MILLIS = 8_000;

  private final Http http = new Http(Duration.ofSeconds(10));
  private final Random random;
  private final List<Long> nanos = new ArrayList<>();
  private final int busyLoops;
  private int violations;

  private StopCampaign(long seed, int busyLoops) {
    this.random = new Random(seed);
    this.busyLoops = busyLoops;
  }

  /** Options: {@code --times N}, {@code --busy N}, {@code --seed S}. */
  public static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, "times", "busy", "seed");
    long seed = arguments.seed();
    System.out.println("seed " + seed);
    StopCampaign campaign = new StopCampaign(seed, arguments.number("busy", 4));
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      for (int stop = 1; stop <= arguments.number("times", 200); stop++) {
        campaign.stop(stop, directory.path());
      }
    }
    campaign.report();
    System.exit(campaign.violations == 0 ? 0 : 1);
  }

  private void stop(int number, Path directory) throws Exception {
    AtomicBoolean on = new AtomicBoolean(true);
    AtomicInteger accepted = new AtomicInteger();
    try (Sandbox sandbox = Sandbox.start(directory, Map.of());
        Api api = new Api(sandbox, ORDERS_AT_ONCE)) {
      sandbox.liftQuotas();
      Orders orders = new Orders("stop" + number);
      for (int client = 0; client < ORDERS_AT_ONCE; client++) {
        order(api, orders, on, accepted);
      }
      for (int loop = 0; loop < busyLoops; loop++) {
        Thread.ofPlatform().daemon().start(() -> spin(on));
      }
      Thread.sleep(random.nextInt(LATEST_MILLIS));
      AtomicBoolean announced = new AtomicBoolean();
      JavaProcess process = sandbox.process();
      Duration took =
          process.terminate(GIVE_UP, () -> announced.set(unready(sandbox.readiness()) == 503));
      on.set(false);
      nanos.add(took.toNanos());
      String faults = faults(took, process.exitCode(), announced.get(), directory);
      violations += faults.isEmpty() ? 0 : 1;
      System.out.printf(
          "stop %d: %.1f s, exit code %d, after %d orders%s%n",
          number, took.toMillis() / 1000.0, process.exitCode(), accepted.get(), faults);
    }
  }

  private static void spin(AtomicBoolean on) {
    while (on.get()) {
      Thread.onSpinWait();
    }
  }

  /** One client: an order after the other, until the service is gone. */
  private static void order(Api api, Orders orders, AtomicBoolean on, AtomicInteger accepted) {
    if (on.get()) {
      api.order(orders.next())
          .onSuccess(
              answer -> {
                accepted.addAndGet(answer.status() == 202 ? 1 : 0);
                order(api, orders, on, accepted);
              });
    }
  }

  private static String faults(Duration took, int exitCode, boolean announced, Path directory) {
    List<String> faults = new ArrayList<>();
    if (took.compareTo(MOST) > 0) {
      faults.add("took longer than " + MOST.toSeconds() + " s");
    }
    if (exitCode != 0) {
      faults.add("exit code " + exitCode);
    }
    if (Files.exists(directory.resolve("postgres/cluster/postmaster.pid"))) {
      faults.add("PostgreSQL was left running");
    }
    if (!announced) {
      faults.add("readiness did not say so first");
    }
    return faults.isEmpty() ? "" : " VIOLATION: " + String.join("; ", faults);
  }

  private void report() {
    BenchReport figures = new BenchReport("stops");
    Quantiles times = new Quantiles(nanos);
    figures.add("stop", times);
    figures.add("longest stop", times.milliseconds(1) / 1000, "s");
    figures.add("violations", violations, "stops");
    figures.end();
  }

  /** Asks until readiness is not 200 anymore; 0 when the node is gone and has announced nothing. */
  private int unready(String url) {
    int status = 200;
    while (status == 200) {
      status = http.send("GET", url, "", Map.of()).status();
    }
    return status;
  }
}
