package eu.callorders.server.order;

import eu.callorders.core.order.Result;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.hold.HeldOrderStore;
import eu.callorders.server.statistics.CountKey;
import eu.callorders.server.statistics.HourlyCountStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Changes existing orders: opens them and saves them with their attempts, results and events. The
 * caller holds the subjects' locks.
 */
public final class OrderWriter {
  private final EventStore events;
  private final OrderView view;
  private final OrderTracer tracer;

  public OrderWriter(EventStore events, OrderView view, OrderTracer tracer) {
    this.events = events;
    this.view = view;
    this.tracer = tracer;
  }

  /**
   * Opens an order for change.
   *
   * @param now the tenant's time
   */
  public OrderChange open(CallOrder order, Instant now) {
    return new OrderChange(order, view, now, tracer.now());
  }

  /** Saves changed orders, with one statement per table. */
  public Future<Void> save(SqlConnection connection, Collection<OrderChange> changes) {
    List<OrderChange> changed = changes.stream().filter(OrderChange::changed).toList();
    List<CallAttempt> attempted =
        changes.stream().flatMap(change -> change.changedAttempts().stream()).toList();
    if (changed.isEmpty()) {
      return AttemptStore.update(connection, attempted);
    }
    List<Future<Void>> writes = new ArrayList<>();
    writes.add(
        AttemptStore.insert(
            connection, changed.stream().flatMap(change -> change.intents().stream()).toList()));
    writes.add(AttemptStore.update(connection, attempted));
    writes.add(
        OrderRowWriter.update(connection, changed.stream().map(OrderChange::saved).toList()));
    List<CallOrder> ended =
        changed.stream().filter(OrderChange::justEnded).map(OrderChange::order).toList();
    if (!ended.isEmpty()) {
      writes.add(OrderRowWriter.insertResults(connection, ended));
      writes.add(OrderPhoneStore.delete(connection, ended));
      writes.add(
          HourlyCountStore.add(connection, ended.stream().map(OrderWriter::countKey).toList()));
    }
    List<HeldOrderStore.OrderId> unheld =
        changed.stream()
            .filter(OrderChange::endedWhileScheduled)
            .map(change -> change.order().heldId())
            .toList();
    if (!unheld.isEmpty()) {
      writes.add(HeldOrderStore.delete(connection, unheld));
    }
    changed.stream()
        .filter(OrderChange::edited)
        .forEach(change -> writes.add(OrderRowWriter.updateDocument(connection, change.order())));
    writes.add(
        events.append(
            connection, changed.stream().flatMap(change -> change.events().stream()).toList()));
    return Future.join(writes).<Void>mapEmpty().onSuccess(written -> tracer.recordSaved(changed));
  }

  private static CountKey countKey(CallOrder ended) {
    Result result = OrderRowWriter.result(ended);
    return CountKey.order(ended.tenantId(), result.summaryCode(), result.endedAt());
  }
}
