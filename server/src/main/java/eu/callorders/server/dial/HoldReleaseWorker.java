package eu.callorders.server.dial;

import eu.callorders.core.order.OrderState;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.hold.HeldOrderStore;
import eu.callorders.server.hold.HeldOrderStore.HeldOrder;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.WaitStore;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Puts orders back into the queue whose holds have ended; others keep those that still stand. */
public final class HoldReleaseWorker {
  private static final int BATCH = 200;

  private final Database database;
  private final BatchWorker batches;
  private final DecisionContextLoader contexts;

  public HoldReleaseWorker(Database database, DecisionContextLoader contexts) {
    this.database = database;
    this.batches = OrderQueue.worker(database);
    this.contexts = contexts;
  }

  /** Processes one batch; returns the number of orders. Blocks a virtual thread. */
  public int runOnce() {
    int woken =
        batches
            .run(
                (connection, excluded) ->
                    BoundedWait.await(HeldOrderStore.claimWoken(connection, BATCH, excluded)),
                this::release)
            .stream()
            .mapToInt(Integer::intValue)
            .sum();
    if (woken == 0) {
      BoundedWait.await(
          database.asWorker(connection -> HeldOrderStore.complete(connection, BATCH)));
    }
    return woken;
  }

  /** Takes the locks of a dial, so that no hold ends while orders are left to it. */
  private int release(SqlConnection connection, List<UUID> claimed) {
    List<CallOrder> loaded = BoundedWait.await(OrderStore.loadWithoutContext(connection, claimed));
    Set<String> locked =
        BoundedWait.await(
            Locks.tryAcquireShared(connection, loaded.stream().map(CallOrder::dialLocks).toList()));
    BoundedWait.await(Locks.acquireShared(connection, Set.of(Locks.dialing())));
    List<CallOrder> woken =
        loaded.stream().filter(order -> locked.containsAll(order.dialLocks())).toList();
    DecisionContext context = BoundedWait.await(contexts.load(connection, woken));
    Map<UUID, UUID> parked = new HashMap<>();
    List<HeldOrder> held = new ArrayList<>();
    for (CallOrder order : woken) {
      if (order.state() instanceof OrderState.Scheduled && context.withHolds(order).isBarred()) {
        List<HeldOrder> left = HeldOrder.of(order.heldId(), context.holds(order));
        held.addAll(left);
        parked.put(order.id(), left.getFirst().holdId());
      }
    }
    BoundedWait.await(
        HeldOrderStore.delete(connection, woken.stream().map(CallOrder::heldId).toList()));
    BoundedWait.await(HeldOrderStore.insert(connection, held));
    BoundedWait.await(WaitStore.park(connection, parked));
    BoundedWait.await(
        WaitStore.unpark(
            connection,
            woken.stream().map(CallOrder::id).filter(id -> !parked.containsKey(id)).toList()));
    return woken.size();
  }
}
