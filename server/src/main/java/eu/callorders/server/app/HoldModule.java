package eu.callorders.server.app;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.hold.HoldResource;
import eu.callorders.server.hold.HoldWriter;
import eu.callorders.server.http.Operation;
import eu.callorders.server.idempotency.IdempotentWrite;
import java.util.List;

/** The components of holds. */
final class HoldModule {
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
            stores.tenants(),
            stores.holds(),
            writer,
            node.cursors(),
            node.realTime(),
            () -> {})
        .operations();
  }

  HoldWriter writer() {
    return writer;
  }

  /** Creates the key of the names' hashes unless it exists. Blocks. */
  void createKey() {
    BoundedWait.await(stores.holdKey().create(node.database()));
  }
}
