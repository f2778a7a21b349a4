package eu.callorders.server.app;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.recovery.EraSettler;
import eu.callorders.server.recovery.Eras;
import eu.callorders.server.recovery.Exemptions;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How a node settles the era of its database, and keeps in its data directory what it has seen. */
final class EraModule {
  private static final String FILE = "instance.json";

  private final Vertx vertx;
  private final Eras eras = new Eras();
  private final EraSettler settler;
  private final Exemptions exemptions;
  private final UUID node;

  EraModule(
      Vertx vertx,
      PgConnectOptions session,
      Config config,
      UUID node,
      InstantSource realTime,
      RandomGenerator random) {
    this.vertx = vertx;
    this.node = node;
    boolean embedded = config.gateway() instanceof Config.Gateway.Embedded;
    this.exemptions = new Exemptions(embedded, file(config), node, realTime);
    this.settler = new EraSettler(vertx, session, exemptions, eras, realTime, random);
  }

  /** The eras of the database, as this node has read them. */
  Eras eras() {
    return eras;
  }

  /** Where the node keeps what it has seen of its database. */
  static Path file(Config config) {
    return config.dataDirectory().resolve(FILE);
  }

  /**
   * Settles the era before anything else is asked of the database, and has its connections checked
   * from then on.
   */
  void settle(Database database) {
    BoundedWait.await(settler.settle());
    exemptions.write();
    database.checkInstance(settler);
  }

  /** Writes down that calls are about to be placed, the one of that attempt last. Blocks. */
  void placing(UUID attempt) {
    exemptions.placing(attempt);
  }

  /** This process. */
  UUID node() {
    return node;
  }

  /** The process that used the data directory before this one; null for none. */
  @Nullable UUID previousNode() {
    return exemptions.previousNode();
  }

  /** Begins an era above one that the gateway has granted to another copy. Blocks. */
  void settleAbove(int number) {
    BoundedWait.await(settler.settleAbove(number));
  }

  /** Starts the loop that writes down what the node has seen of its database. */
  AutoCloseable startWitness() {
    WorkLoop.Handle loop =
        WorkLoop.start(
            vertx,
            "instance-witness",
            () -> {
              exemptions.write();
              return Exemptions.PAUSE;
            });
    return () -> {
      loop.close();
      exemptions.write();
    };
  }
}
