package eu.callorders.server.app;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.database.PrimaryServer;
import eu.callorders.server.recovery.EraSettler;
import eu.callorders.server.recovery.Eras;
import eu.callorders.server.recovery.Exemptions;
import eu.callorders.server.worker.WorkLoop;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Determines the era of the database at startup and stores what the node has observed of it in the
 * data directory.
 */
public final class EraModule {
  private static final String FILE = "instance.json";

  private final NodeContext node;
  private final Eras eras = new Eras();
  private final EraSettler settler;
  private final Exemptions exemptions;

  EraModule(NodeContext node, PrimaryServer server) {
    this.node = node;
    boolean embedded = node.config().gateway() instanceof Config.Gateway.Embedded;
    this.exemptions = new Exemptions(embedded, file(node.config()), node.id(), node.realTime());
    this.settler =
        new EraSettler(node.vertx(), server, exemptions, eras, node.realTime(), node.random());
  }

  /** The eras of the database, as last read. */
  Eras eras() {
    return eras;
  }

  /** The file of the node's observations. */
  public static Path file(Config config) {
    return config.dataDirectory().resolve(FILE);
  }

  /** Determines the era before any other query; from then on, new connections are checked. */
  void settle(StartupRetry retry) {
    retry.run(() -> BoundedWait.await(settler.settle()));
    exemptions.write();
    node.database().onNewInstance(eras::clear);
    node.database().checkInstance(settler);
  }

  /** Records that the call of the attempt is about to be placed. Blocks. */
  void beforePlacing(UUID attempt) {
    exemptions.recordPlacing(attempt);
  }

  /** The process that used the data directory before; null for none. */
  @Nullable UUID previousNode() {
    return exemptions.previousNode();
  }

  /** Begins an era above one that the gateway has granted to another copy. Blocks. */
  void settleAbove(int number) {
    BoundedWait.await(settler.settleAbove(number));
  }

  /** Starts the loop that records observations of the database. */
  AutoCloseable startWitness() {
    WorkLoop.Handle loop =
        WorkLoop.start(
            node.vertx(),
            "instance-witness",
            () -> {
              exemptions.write();
              return Exemptions.INTERVAL;
            });
    return () -> {
      loop.close();
      exemptions.write();
    };
  }
}
