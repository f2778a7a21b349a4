package eu.callorders.bench.crash;

import eu.callorders.bench.Action;
import eu.callorders.bench.Polling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What goes on meanwhile: clients, a reader of the feed, and a clock that is sent ahead. */
final class Load implements AutoCloseable {
  private static final long BETWEEN_ORDERS_MILLIS = 200;
  private static final long BETWEEN_LIVE_ORDERS_MILLIS = 800;
  private static final long BETWEEN_SIGNALS_MILLIS = 300;
  private static final Duration ORDERING = Duration.ofSeconds(6);
  private static final Duration WALKING = Duration.ofSeconds(6);

  private final CampaignTenant tenancy;
  final FeedReader feed;
  private final AtomicBoolean ordering = new AtomicBoolean(true);
  private final AtomicBoolean paused = new AtomicBoolean();
  private final AtomicBoolean reading = new AtomicBoolean(true);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> clients = new ArrayList<>();
  private final Future<?> reader;

  /**
   * @param place of a live deployment, which has neither sequences nor a clock that could be sent
   *     ahead; null: a sandbox
   */
  Load(
      Deployment deployment,
      CampaignTenant tenancy,
      Ledger ledger,
      int count,
      SplittableRandom random,
      @Nullable CallablePlace place) {
    this.tenancy = tenancy;
    this.feed = new FeedReader(tenancy, 37);
    List<ServiceNode> nodes = deployment.nodes;
    long pause = place == null ? BETWEEN_ORDERS_MILLIS : BETWEEN_LIVE_ORDERS_MILLIS;
    for (int number = 1; number <= count; number++) {
      OrderMix mix = new OrderMix("client" + number, random.split(), place);
      start(new OrderClient(tenancy, nodes, ledger, mix, random.split()), pause);
    }
    if (place == null) {
      startSequences(nodes, ledger, count / 2, random);
      clients.add(start(this::pushClock));
    }
    reader = start(() -> feed.follow(reading::get));
  }

  private void startSequences(
      List<ServiceNode> nodes, Ledger ledger, int count, SplittableRandom random) {
    for (int number = 1; number <= count; number++) {
      SignalMix mix = new SignalMix("sequences" + number, random.split());
      start(new SignalClient(tenancy, nodes, ledger, mix, random.split()), BETWEEN_SIGNALS_MILLIS);
    }
  }

  private void start(LoadClient client, long pauseMillis) {
    clients.add(start(() -> client.run(pauseMillis, ordering::get, paused::get)));
  }

  private Future<?> start(Action work) {
    Callable<Boolean> task =
        () -> {
          work.run();
          return true;
        };
    return threads.submit(task);
  }

  /** Orders pause while the clock advances: it waits for every running call. */
  private void pushClock() throws Exception {
    while (ordering.get()) {
      Thread.sleep(ORDERING);
      paused.set(true);
      tenancy.advance("{\"by\": \"PT3H\"}");
      Polling.within(WALKING, 200, tenancy::clockReady);
      paused.set(false);
    }
  }

  /** Ends the orders, each once its client knows what became of it. */
  void endOrders() throws Exception {
    ordering.set(false);
    for (Future<?> client : clients) {
      client.get();
    }
  }

  /** Ends the reading of the feed, once all of it is read. */
  List<FeedEvent> endReading() throws Exception {
    reading.set(false);
    reader.get();
    return feed.events();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
