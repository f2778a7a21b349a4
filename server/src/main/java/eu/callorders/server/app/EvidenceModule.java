package eu.callorders.server.app;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.evidence.EvidenceKeyRoutes;
import eu.callorders.server.evidence.EvidenceKeys;
import eu.callorders.server.evidence.EvidenceResource;
import eu.callorders.server.evidence.EvidenceRootWorker;
import eu.callorders.server.evidence.EvidenceWriter;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.worker.WorkLoop;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** The components of the evidence of calls. */
final class EvidenceModule {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final NodeContext node;
  private final NodeStores stores;
  private final EvidenceKeys keys;
  private final EvidenceWriter writer;

  /**
   * @param baseUrl the public address, known once the listener has a port
   */
  EvidenceModule(NodeContext node, NodeStores stores, Supplier<String> baseUrl) {
    this.node = node;
    this.stores = stores;
    this.keys = new EvidenceKeys(node.database(), node.keyring(), node.realTime());
    this.writer =
        new EvidenceWriter(keys, node.keyring(), node.environment(), baseUrl, node.realTime());
  }

  /** Creates the key that signs evidence, if the database has none. */
  void createKey() {
    BoundedWait.await(keys.start());
  }

  /** Writes evidence in the transaction that closes a call. */
  EvidenceWriter writer() {
    return writer;
  }

  List<Operation> operations() {
    return new EvidenceResource(node.database()).operations();
  }

  RouteModule keyRoutes() {
    return new EvidenceKeyRoutes(keys);
  }

  /** Starts the loop that anchors evidence in the audit log. */
  WorkLoop.Handle startRoots() {
    EvidenceRootWorker roots = new EvidenceRootWorker(node.database(), stores.audit());
    return WorkLoop.start(
        node.vertx(),
        "evidence-roots",
        () -> roots.runOnce(node.realTime().instant()) > 0 ? Duration.ZERO : PAUSE);
  }
}
