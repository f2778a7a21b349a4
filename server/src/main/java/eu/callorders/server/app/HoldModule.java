package eu.callorders.server.app;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.HoldReleaseWorker;
import eu.callorders.server.hold.HoldExpiryWorker;
import eu.callorders.server.hold.HoldResource;
import eu.callorders.server.hold.HoldWriter;
import eu.callorders.server.http.Operation;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.worker.WorkLoop;
import java.time.Duration;
import java.util.List;

/** The components of holds. */
final class HoldModule {
  private static final String EXPIRY = "hold-expiry";
  private static final String RELEASE = "hold-release";

  /** Commits of other nodes wake no loop of this node. */
  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  private final NodeContext node;
  private final NodeStores stores;
  private final HoldWriter writer;

  HoldModule(NodeContext node, NodeStores stores) {
    this.node = node;
    this.stores = stores;
    this.writer = new HoldWriter(stores.holds(), stores.events(), node.realTime(), node.random());
  }

  List<Operation> operations(IdempotentWrite write) {
    return new HoldResource(
            node.database(),
            write,
            stores.holds(),
            writer,
            node.cursors(),
            node.realTime(),
            this::wakeRelease)
        .operations();
  }

  /** Starts the loops that end holds and wake the orders that waited for them. */
  List<WorkLoop.Handle> start(OrderModule orders) {
    HoldExpiryWorker expiry = new HoldExpiryWorker(node.database(), writer, node.realTime());
    HoldReleaseWorker release = new HoldReleaseWorker(node.database(), orders.contexts());
    return List.of(
        WorkLoop.start(node.vertx(), EXPIRY, () -> expire(expiry)),
        WorkLoop.start(node.vertx(), RELEASE, () -> release(release)));
  }

  private Duration expire(HoldExpiryWorker expiry) {
    if (expiry.runOnce() == 0) {
      return POLL_INTERVAL;
    }
    wakeRelease();
    return Duration.ZERO;
  }

  private Duration release(HoldReleaseWorker release) {
    if (release.runOnce() == 0) {
      return POLL_INTERVAL;
    }
    DialLoops.wakeDialers(node.vertx());
    return Duration.ZERO;
  }

  /** Wakes the loop that puts orders back into the queue, after the end of a hold. */
  void wakeRelease() {
    WorkLoop.wake(node.vertx(), RELEASE);
  }

  HoldWriter writer() {
    return writer;
  }

  /** Creates the key of the names' hashes unless it exists. Blocks. */
  void createKey() {
    BoundedWait.await(stores.holdKey().create(node.database()));
  }
}
