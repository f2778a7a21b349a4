package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.server.database.Locks;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Accepts, loads and changes orders at the node of a fixture. */
final class TestOrders {
  private final DialFixture fixture;

  TestOrders(DialFixture fixture) {
    this.fixture = fixture;
  }

  UUID accept(UUID tenantId, ObjectNode json) {
    UUID id = acceptUnnoticed(tenantId, json).order().id();
    DialLoops.wakeDialers(fixture.vertx);
    return id;
  }

  /** Accepts an order without waking the dialer. */
  OrderAcceptor.Result.Accepted acceptUnnoticed(UUID tenantId, ObjectNode json) {
    OrderAcceptor.NewOrder order = fixture.orderAcceptor.newOrder(tenantId, json, null);
    return fixture
        .database
        .asTenant(tenantId, connection -> fixture.orderAcceptor.accept(connection, order))
        .await();
  }

  CallOrder load(UUID id) {
    return fixture
        .database
        .asWorker(connection -> OrderStore.load(connection, List.of(id)))
        .await()
        .getFirst();
  }

  /** Changes an order under its subject's lock, as an operation does. */
  OrderDecision change(PlacedOrder order, OrderCommand command) {
    return fixture
        .database
        .asTenant(order.tenant().id(), connection -> change(connection, order.id(), command))
        .await();
  }

  private Future<OrderDecision> change(SqlConnection connection, UUID id, OrderCommand command) {
    return OrderStore.load(connection, List.of(id))
        .map(List::getFirst)
        .compose(
            found ->
                Locks.acquire(
                    connection, Set.of(Locks.subject(found.tenantId(), found.subjectReference()))))
        .compose(locked -> OrderStore.load(connection, List.of(id)))
        .map(List::getFirst)
        .compose(
            order ->
                fixture
                    .contextLoader
                    .load(connection, List.of(order))
                    .compose(
                        context -> {
                          OrderChange change = fixture.orderWriter.open(order, context.now(order));
                          OrderDecision decision = change.apply(command);
                          return fixture
                              .orderWriter
                              .save(connection, List.of(change))
                              .map(decision);
                        }));
  }
}
