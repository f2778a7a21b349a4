package eu.callorders.server.evidence;

import eu.callorders.core.evidence.MerkleTree;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.evidence.EvidenceStore.Placed;
import eu.callorders.server.evidence.EvidenceStore.Unplaced;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Anchors evidence in the audit log: the root of a hash tree over all evidence that is in none yet,
 * once the oldest of it is a minute old. So nodes need not agree on whose turn it is.
 */
public final class EvidenceRootWorker {
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  /** Bounds the memory and the transaction; a further tree follows at once. */
  private static final int MAX_LEAVES = 20_000;

  private static final int BATCH = 1_000;

  private final Database database;
  private final AuditLog audit;
  private final int maxLeaves;

  public EvidenceRootWorker(Database database, AuditLog audit) {
    this(database, audit, MAX_LEAVES);
  }

  EvidenceRootWorker(Database database, AuditLog audit, int maxLeaves) {
    this.database = database;
    this.audit = audit;
    this.maxLeaves = maxLeaves;
  }

  /** Adds a root if one is due; returns the number of its leaves. Blocks a virtual thread. */
  public int runOnce(Instant now) {
    return database.inWorker(connection -> addRoot(connection, now));
  }

  private int addRoot(SqlConnection connection, Instant now) {
    Set<String> lock = Set.of(Locks.evidenceRoots());
    if (BoundedWait.await(Locks.tryAcquire(connection, lock)).isEmpty()) {
      return 0;
    }
    Optional<Instant> oldest = BoundedWait.await(EvidenceStore.oldestWithoutRoot(connection));
    if (oldest.isEmpty() || oldest.get().plus(INTERVAL).isAfter(now)) {
      return 0;
    }
    List<Unplaced> leaves = BoundedWait.await(EvidenceStore.withoutRoot(connection, maxLeaves));
    MerkleTree tree = MerkleTree.of(leaves.stream().map(Unplaced::leaf).toList());
    place(connection, tree, leaves);
    String root = HexFormat.of().formatHex(tree.root());
    BoundedWait.await(
        audit.append(connection, AuditEvent.ofService(AuditAction.EVIDENCE_ANCHORED, root)));
    return leaves.size();
  }

  private static void place(SqlConnection connection, MerkleTree tree, List<Unplaced> leaves) {
    for (int from = 0; from < leaves.size(); from += BATCH) {
      List<Placed> placed = new ArrayList<>();
      for (int leaf = from; leaf < Math.min(from + BATCH, leaves.size()); leaf++) {
        placed.add(new Placed(leaves.get(leaf).callId(), leaf, tree.path(leaf)));
      }
      BoundedWait.await(EvidenceStore.place(connection, tree.root(), leaves.size(), placed));
    }
  }
}
