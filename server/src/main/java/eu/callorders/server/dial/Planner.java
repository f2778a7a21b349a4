package eu.callorders.server.dial;

import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.server.database.Database;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderBook;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.Situation;
import eu.callorders.server.order.Situations;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.UUID;

/** Plans the first attempt of orders that have been accepted. */
public final class Planner {
  private static final int BATCH = 200;

  private final ClaimedBatches batches;
  private final DialClaim claim = new DialClaim();
  private final OrderStore orders;
  private final OrderBook book;
  private final Situations situations;

  public Planner(Database database, OrderStore orders, OrderBook book, Situations situations) {
    this.batches = new ClaimedBatches(database);
    this.orders = orders;
    this.book = book;
    this.situations = situations;
  }

  /** Plans what it can claim; answers how many orders that were. */
  public int runOnce() {
    return plan((connection, but) -> claim.accepted(connection, BATCH, but).await());
  }

  /** Plans what is claimed so. */
  int plan(ClaimedBatches.Claim accepted) {
    return batches.run(accepted, this::plan).stream().mapToInt(Integer::intValue).sum();
  }

  private int plan(SqlConnection connection, List<UUID> claimed) {
    List<CallOrder> accepted =
        orders.load(connection, claimed).await().stream()
            .filter(order -> order.state() instanceof OrderState.Accepted)
            .toList();
    if (accepted.isEmpty()) {
      return 0;
    }
    Situation situation = situations.of(connection, accepted).await();
    List<OrderChange> changes = accepted.stream().map(order -> planned(order, situation)).toList();
    book.save(connection, changes).await();
    return changes.size();
  }

  private OrderChange planned(CallOrder order, Situation situation) {
    OrderChange change = book.open(order, situation.now(order));
    change.apply(new OrderCommand.Plan(situation.next(order)));
    return change;
  }
}
