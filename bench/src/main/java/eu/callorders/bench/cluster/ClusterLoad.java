package eu.callorders.bench.cluster;

import eu.callorders.bench.Action;
import eu.callorders.bench.Http;
import eu.callorders.bench.PlacedCall;
import eu.callorders.bench.Polling;
import eu.callorders.bench.crash.CampaignRecord;
import eu.callorders.bench.crash.CampaignTenant;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.FeedEvent;
import eu.callorders.bench.crash.FeedReader;
import eu.callorders.bench.crash.Inventory;
import eu.callorders.bench.crash.Ledger;
import eu.callorders.bench.crash.OrderMix;
import eu.callorders.bench.crash.Violations;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/**
 * Clients of a balancer: each orders a call that is due in three seconds, repeats the request under
 * its key until it knows the outcome, and reads the order; a reader follows the feed.
 */
public final class ClusterLoad implements AutoCloseable {
  private static final Duration LEAD = Duration.ofSeconds(3);
  private static final Duration LAST_CALLS = Duration.ofSeconds(6);
  private static final Duration CLOCK = Duration.ofMinutes(1);
  private static final Duration SETTLE = Duration.ofMinutes(5);
  private static final int CLIENTS = 2;
  private static final long PAUSE_MILLIS = 150;

  public final Responses responses = new Responses();
  private final Deployment deployment;
  private final CampaignTenant tenancy;
  private final Ledger ledger;
  private final FeedReader feed;

  /** How far the tenant's clock is ahead of real time, about. */
  private final Duration ahead;

  private final Map<String, PlannedOrder> accepted = new ConcurrentHashMap<>();

  private final AtomicInteger number = new AtomicInteger();
  private final AtomicBoolean ordering = new AtomicBoolean(true);
  private final AtomicBoolean reading = new AtomicBoolean(true);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> clients = new ArrayList<>();
  private final Future<?> reader;

  /** The planned instant on the tenant's clock, and the real one of the acceptance. */
  private record PlannedOrder(Instant notBefore, Instant acceptedAt) {}

  /** Begins at once. */
  public ClusterLoad(Deployment deployment, Ledger ledger) throws Exception {
    this.deployment = deployment;
    this.ledger = ledger;
    this.tenancy = new CampaignTenant(deployment);
    this.feed = new FeedReader(tenancy, 37);
    Polling.until(CLOCK, 50, "the clock has not arrived", tenancy::clockReady);
    this.ahead = Duration.between(Instant.now(), tenancy.now());
    for (int client = 0; client < CLIENTS; client++) {
      clients.add(start(this::order));
    }
    reader = start(() -> feed.follow(reading::get));
  }

  private Future<?> start(Action work) {
    Callable<Boolean> task =
        () -> {
          work.run();
          return true;
        };
    return threads.submit(task);
  }

  private void order() throws InterruptedException {
    while (ordering.get()) {
      order(number.getAndIncrement());
      Thread.sleep(ThreadLocalRandom.current().nextLong(2 * PAUSE_MILLIS));
    }
  }

  private void order(int next) throws InterruptedException {
    Instant notBefore = Instant.now().plus(LEAD).plus(ahead).truncatedTo(ChronoUnit.MILLIS);
    Ledger.Entry entry = ledger.intend(OrderMix.planned("cluster-" + next, next, notBefore));
    Http.Answer answer = send(entry);
    while (answer.passing()) {
      Thread.sleep(50 + ThreadLocalRandom.current().nextLong(200));
      answer = send(entry);
    }
    if (answer.status() == 202) {
      accepted.put(answer.id(), new PlannedOrder(notBefore, Instant.now()));
      send("GET", "/v1/call-orders/" + answer.id(), "", "");
    }
  }

  private Http.Answer send(Ledger.Entry entry) throws InterruptedException {
    OrderMix.Keyed order = entry.order;
    Http.Answer answer = send("POST", "/v1/call-orders", order.body(), order.key());
    ledger.answered(entry, answer, "balancer");
    return answer;
  }

  private Http.Answer send(String method, String target, String body, String key)
      throws InterruptedException {
    Instant began = Instant.now();
    Http.Answer answer = tenancy.send(deployment.publicUrl, method, target, body, key);
    responses.add(method + " " + target, began, answer);
    return answer;
  }

  /** The first permitted instants of accepted orders, in real time, by their ids. */
  public Map<String, Instant> planned() {
    return instants((order, planned) -> planned);
  }

  /** As {@link #planned}; for an order that was accepted later, when the client knew of that. */
  public Map<String, Instant> due() {
    return instants(
        (order, planned) -> order.acceptedAt().isAfter(planned) ? order.acceptedAt() : planned);
  }

  private Map<String, Instant> instants(BiFunction<PlannedOrder, Instant, Instant> choice) {
    Duration offset = clockOffset();
    Map<String, Instant> instants = new HashMap<>();
    accepted.forEach(
        (id, order) -> instants.put(id, choice.apply(order, order.notBefore().minus(offset))));
    return instants;
  }

  /**
   * How far the tenant's clock was ahead while orders were accepted. The identifier of an event is
   * made after its time is read, so the largest difference is the true one.
   */
  private Duration clockOffset() {
    return feed.events().stream()
        .filter(event -> event.type().equals("call_order.accepted"))
        .map(FeedEvent::clockOffset)
        .max(Duration::compareTo)
        .orElseThrow();
  }

  public int orders() {
    return accepted.size();
  }

  public List<PlacedCall> calls() throws Exception {
    return PlacedCall.read(logOfGateway());
  }

  /** Everything that the reader of the feed has got. */
  public List<FeedEvent> events() {
    return feed.events();
  }

  /** The tenant that orders. */
  public CampaignTenant tenancy() {
    return tenancy;
  }

  private Path logOfGateway() {
    return Objects.requireNonNull(deployment.gateway.callLog());
  }

  /** Ends the orders, waits until each has ended, and compares what clients and gateway know. */
  public void end(Violations violations) throws Exception {
    ordering.set(false);
    for (Future<?> client : clients) {
      client.get();
    }
    Thread.sleep(LEAD.plus(LAST_CALLS));
    Inventory inventory = new Inventory(tenancy);
    violations.unless(
        inventory.settle(SETTLE), "not every order has ended within %s".formatted(SETTLE));
    reading.set(false);
    reader.get();
    new CampaignRecord(
            ledger,
            feed.readAll(),
            new FeedReader(tenancy, 100).readAll(),
            calls(),
            List.of(),
            inventory.shown(ledger))
        .check(violations);
    feed.write(deployment.directory.resolve("events.txt"));
    deployment.endings().forEach(violations::add);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
