package eu.callorders.bench;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stops the service with SIGTERM at random moments under a load of orders, beside busy loops. Ends
 * with status 1 when a stop took longer than 20 seconds, had another exit code than 0, left
 * PostgreSQL running, or was not announced by readiness first.
 */
public final class StopCampaign {
  private static final Duration MOST = Duration.ofSeconds(20);
  private static final Duration GIVE_UP = Duration.ofSeconds(60);
  private static final int ORDERS_AT_ONCE = 64;
  private static final int LATEST_MILLIS = 8_000;

  private final HttpClient http = HttpClient.newHttpClient();
  private final SplittableRandom random;
  private final List<Long> nanos = new ArrayList<>();
  private int violations;

  private StopCampaign(long seed) {
    random = new SplittableRandom(seed);
  }

  public static void main(String[] words) throws IOException, InterruptedException {
    int times = number(words, "--times", 200);
    int busy = number(words, "--busy", 4);
    int seed = number(words, "--seed", (int) (System.nanoTime() & 0xffff));
    System.out.println("seed " + seed);
    for (int loop = 0; loop < busy; loop++) {
      Thread.ofPlatform().daemon().start(StopCampaign::spin);
    }
    StopCampaign campaign = new StopCampaign(seed);
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      for (int stop = 1; stop <= times; stop++) {
        campaign.stop(stop, directory.path());
      }
    }
    campaign.report();
    System.exit(campaign.violations == 0 ? 0 : 1);
  }

  private static int number(String[] words, String name, int otherwise) {
    int at = List.of(words).indexOf(name);
    return at < 0 ? otherwise : Integer.parseInt(words[at + 1]);
  }

  private static void spin() {
    while (true) {
      Thread.onSpinWait();
    }
  }

  private void stop(int number, Path directory) throws IOException, InterruptedException {
    AtomicBoolean on = new AtomicBoolean(true);
    AtomicInteger accepted = new AtomicInteger();
    try (Sandbox sandbox = Sandbox.startIn(directory, Map.of())) {
      sandbox.liftQuotas();
      try (Api api = new Api(sandbox, ORDERS_AT_ONCE)) {
        Orders orders = new Orders("stop" + number);
        for (int client = 0; client < ORDERS_AT_ONCE; client++) {
          order(api, orders, on, accepted);
        }
        Thread.sleep(random.nextInt(LATEST_MILLIS));
        Readiness readiness = new Readiness(sandbox);
        Sandbox.Exit exit = sandbox.terminate(GIVE_UP, readiness::watch);
        on.set(false);
        judge(number, exit, readiness, directory, accepted.get());
      }
    }
  }

  /** One client: an order after the other, until the service is gone. */
  private static void order(Api api, Orders orders, AtomicBoolean on, AtomicInteger accepted) {
    if (!on.get()) {
      return;
    }
    Orders.Keyed next = orders.next();
    Buffer body = next.body();
    api.order(body, next.key())
        .onSuccess(
            answer -> {
              if (answer.status() == 202) {
                accepted.incrementAndGet();
              }
              order(api, orders, on, accepted);
            });
  }

  private void judge(
      int number, Sandbox.Exit exit, Readiness readiness, Path directory, int accepted) {
    nanos.add(exit.took().toNanos());
    List<String> faults = new ArrayList<>();
    if (exit.took().compareTo(MOST) > 0) {
      faults.add("took longer than " + MOST.toSeconds() + " s");
    }
    if (exit.code() != 0) {
      faults.add("exit code " + exit.code());
    }
    if (Files.exists(directory.resolve("postgres/cluster/postmaster.pid"))) {
      faults.add("PostgreSQL was left running");
    }
    if (!readiness.announced()) {
      faults.add("readiness did not say so first");
    }
    violations += faults.isEmpty() ? 0 : 1;
    System.out.printf(
        "stop %d: %.1f s, exit code %d, after %d orders%s%n",
        number,
        exit.took().toMillis() / 1000.0,
        exit.code(),
        accepted,
        faults.isEmpty() ? "" : " VIOLATION: " + String.join("; ", faults));
  }

  private void report() {
    BenchReport figures = new BenchReport("stops");
    long[] times = nanos.stream().mapToLong(Long::longValue).toArray();
    figures.add("stop", new Quantiles(times));
    double longest = nanos.stream().mapToLong(Long::longValue).max().orElse(0) / 1e9;
    figures.add("longest stop", longest, "s");
    figures.add("violations", violations, "stops");
    figures.end();
  }

  /** What readiness says after the signal. */
  private final class Readiness {
    private final URI address;
    private int firstStatus;

    Readiness(Sandbox sandbox) {
      address = sandbox.readiness();
    }

    /** Looks until readiness is not 200 any more; a node that is gone has announced nothing. */
    void watch() {
      try {
        do {
          firstStatus = http.send(request(), HttpResponse.BodyHandlers.discarding()).statusCode();
        } while (firstStatus == 200);
      } catch (IOException e) {
        firstStatus = 0;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    boolean announced() {
      return firstStatus == 503;
    }

    private HttpRequest request() {
      return HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(10)).build();
    }
  }
}
