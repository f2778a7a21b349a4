package eu.callorders.server.recovery;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which new instances need no recovery halt: those of a node with a simulated gateway,
 * those without a tenant, and plain restarts of the server that this node has worked with. The node
 * knows that server from memory or, after its own restart, from a file in its data directory.
 */
public final class Exemptions {
  private static final Logger LOG = LoggerFactory.getLogger(Exemptions.class);

  /** Interval of writes to the file. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private final boolean isSimulated;
  private final Path file;
  private final UUID node;
  private final InstantSource realTime;
  private final @Nullable UUID previousNode;
  private volatile @Nullable Witness lastSeen;
  private final AtomicReference<@Nullable UUID> lastPlaced;
  private volatile @Nullable UUID missing;
  private @Nullable Witness written;
  private boolean writeFailed;

  /**
   * @param reachesNoOne whether the gateway is a simulator in this process
   * @param file stores what the node saw last
   */
  public Exemptions(boolean reachesNoOne, Path file, UUID node, InstantSource realTime) {
    this.isSimulated = reachesNoOne;
    this.file = file;
    this.node = node;
    this.realTime = realTime;
    this.lastSeen = Witness.read(file).orElse(null);
    this.previousNode = lastSeen == null ? null : lastSeen.node();
    this.lastPlaced = new AtomicReference<>(lastSeen == null ? null : lastSeen.placed());
  }

  UUID node() {
    return node;
  }

  /** The node that wrote the file before this one; null without a file. */
  public @Nullable UUID previousNode() {
    return previousNode;
  }

  /** Records the present state of the newest era's server. */
  void observe(ServerInstance instance) {
    if (instance.lsn() != null) {
      lastSeen = new Witness(node, instance, realTime.instant(), null);
    }
  }

  /**
   * Stores that calls are about to be placed, so that a database without their intents counts as an
   * older copy. Blocks.
   *
   * @param attempt with the last committed intent
   */
  public void recordPlacing(UUID attempt) {
    lastPlaced.set(attempt);
    if (!isSimulated) {
      write();
    }
  }

  /** Writes the last observation to the file. Blocks. */
  public synchronized void write() {
    if (lastSeen == null) {
      return;
    }
    Witness last = lastSeen.withPlaced(lastPlaced.get());
    if (last.equals(written)) {
      return;
    }
    try {
      last.write(file);
      written = last;
    } catch (IOException e) {
      if (!writeFailed) {
        LOG.warn("writing {} failed: no restart will count as witnessed", file, e);
      }
      writeFailed = true;
      delete();
    }
  }

  private void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.error("deleting {} failed, its content is outdated", file, e);
    }
  }

  /**
   * Why that instance needs no halt, if so.
   *
   * @param era number that its era has or is about to get
   */
  Future<Optional<Exemption>> find(SqlConnection connection, ServerInstance instance, int era) {
    if (isSimulated) {
      return Future.succeededFuture(Optional.of(Exemption.SIMULATED_GATEWAY));
    }
    return isWitnessed(connection, instance, era)
        .compose(
            witnessed ->
                witnessed
                    ? Future.succeededFuture(Optional.of(Exemption.WITNESSED))
                    : EraStore.hasTenants(connection)
                        .map(any -> any ? Optional.empty() : Optional.of(Exemption.EMPTY)));
  }

  /**
   * Whether this node has seen a later state of the database than that instance began with, or
   * another server.
   *
   * @param era number that its era has or is about to get
   */
  Future<Boolean> contradicts(SqlConnection connection, ServerInstance instance, int era) {
    Witness last = lastSeen;
    if (isSimulated || last == null) {
      return Future.succeededFuture(false);
    }
    ServerInstance before = last.instance();
    if (era == instance.era() && before.eraId().equals(instance.eraId())) {
      return Future.succeededFuture(false); // this node settled the era
    }
    boolean other = before.era() == era - 1 && !instance.continues(before);
    UUID attempt = lastPlaced.get();
    return EraStore.hasAttempt(connection, attempt)
        .onSuccess(isStored -> missing = isStored ? null : attempt)
        .map(isStored -> !isStored || other || before.era() >= era);
  }

  /** The era is committed: a missing attempt contradicts no later era. */
  void settled() {
    UUID attempt = missing;
    if (attempt != null) {
      lastPlaced.compareAndSet(attempt, null);
    }
  }

  /** Whether this node has seen the same cluster at a later position of its write-ahead log. */
  boolean isOlder(ServerInstance instance) {
    Witness last = lastSeen;
    return last != null
        && last.instance().sysid() == instance.sysid()
        && last.instance().lsn() != null
        && instance.lsn() != null
        && instance.lsn() < last.instance().lsn();
  }

  private Future<Boolean> isWitnessed(SqlConnection connection, ServerInstance instance, int era) {
    Witness last = lastSeen;
    if (last == null || era != last.instance().era() + 1 || !instance.continues(last.instance())) {
      return Future.succeededFuture(false);
    }
    return EraStore.hasAttempt(connection, lastPlaced.get())
        .compose(
            isStored ->
                !isStored || last.node().equals(node)
                    ? Future.succeededFuture(isStored)
                    : EraStore.hasOtherNodes(
                            connection, last.node(), last.at().minus(EraStore.NODE_LEASE))
                        .map(any -> !any));
  }
}
