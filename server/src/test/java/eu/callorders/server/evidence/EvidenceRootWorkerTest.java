package eu.callorders.server.evidence;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.evidence.MerkleTree;
import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.audit.AuditVerdict;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Locks;
import eu.callorders.server.evidence.EvidenceStore.StoredEvidence;
import eu.callorders.server.evidence.EvidenceStore.TreePosition;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EvidenceRootWorkerTest {
  private static final Instant MADE = Instant.parse("2026-11-23T13:00:00Z");
  private static final Instant DUE = MADE.plus(Duration.ofMinutes(1));
  private static final UUID TENANT = UUID.randomUUID();

  @AutoClose private final TestNode node = new TestNode();
  private final AuditLog audit = new AuditLog(node.clock, new Random(1));

  private EvidenceRootWorker worker(int maxLeaves) {
    return new EvidenceRootWorker(node.database, audit, maxLeaves);
  }

  private UUID make(String jws, Instant at) {
    UUID call = UUID.randomUUID();
    await(
        node.database.asWorker(
            connection ->
                EvidenceStore.insert(
                    connection, List.of(new EvidenceStore.New(call, TENANT, at, jws)))));
    return call;
  }

  private List<UUID> make(int count) {
    return Stream.iterate(0, n -> n + 1).limit(count).map(n -> make("a.b." + n, MADE)).toList();
  }

  private StoredEvidence find(UUID call) {
    return await(node.database.asWorker(connection -> EvidenceStore.find(connection, TENANT, call)))
        .orElseThrow();
  }

  private List<String> anchored() {
    return await(
            node.database
                .workers()
                .query(
                    "SELECT target FROM audit_entry WHERE action = 'evidence.anchored'"
                        + " ORDER BY position")
                .execute())
        .stream()
        .map((Row row) -> row.getString(0))
        .toList();
  }

  private static String rootOf(StoredEvidence evidence) {
    TreePosition place = evidence.place();
    byte[] leaf = MerkleTree.leaf(evidence.jws().getBytes(StandardCharsets.US_ASCII));
    byte[] root = MerkleTree.rootOf(leaf, place.leaf(), place.leaves(), place.path());
    assertThat(root).isEqualTo(place.root());
    return HexFormat.of().formatHex(root);
  }

  @Test
  void rootIsInTheAuditChainAMinuteAfterTheOldestEvidence() {
    List<UUID> calls = make(5);
    EvidenceRootWorker worker = worker(20);
    assertThat(worker.runOnce(DUE.minusMillis(1))).isZero();
    assertThat(find(calls.getFirst()).place()).isNull();

    assertThat(worker.runOnce(DUE)).isEqualTo(5);

    assertThat(calls.stream().map(this::find).map(EvidenceRootWorkerTest::rootOf).distinct())
        .containsExactlyElementsOf(anchored());
    assertThat(await(node.database.asWorker(audit::verify)))
        .isInstanceOf(AuditVerdict.Intact.class);
    assertThat(worker.runOnce(DUE)).isZero();
    assertThat(anchored()).hasSize(1);
  }

  @Test
  void laterEvidenceGetsATreeOfItsOwn() {
    UUID first = make("a.b.first", MADE);
    worker(20).runOnce(DUE);
    UUID second = make("a.b.second", DUE);
    assertThat(worker(20).runOnce(DUE.plusSeconds(59))).isZero();

    assertThat(worker(20).runOnce(DUE.plusSeconds(60))).isEqualTo(1);

    assertThat(anchored()).containsExactly(rootOf(find(first)), rootOf(find(second)));
  }

  @Test
  void moreThanATreeHoldsFollowsAtOnce() {
    List<UUID> calls = make(7);

    assertThat(worker(3).runOnce(DUE)).isEqualTo(3);
    assertThat(worker(3).runOnce(DUE)).isEqualTo(3);
    assertThat(worker(3).runOnce(DUE)).isEqualTo(1);

    assertThat(calls.stream().map(this::find).map(EvidenceRootWorkerTest::rootOf).distinct())
        .containsExactlyInAnyOrderElementsOf(anchored())
        .hasSize(3);
  }

  @Test
  void anotherNodeAtWorkIsNotDisturbed() {
    make(2);

    int leaves =
        node.database.inWorker(
            connection -> {
              BoundedWait.await(Locks.acquire(connection, Set.of(Locks.evidenceRoots())));
              return worker(20).runOnce(DUE);
            });

    assertThat(leaves).isZero();
    assertThat(worker(20).runOnce(DUE)).isEqualTo(2);
  }

  @Test
  void storedBytesCannotBeChanged() {
    UUID call = make("a.b.c", MADE);
    String update = "UPDATE call_evidence SET jws = 'x' WHERE call_id = $1";

    assertThatThrownBy(
            () ->
                await(
                    node.database.asWorker(
                        connection -> connection.preparedQuery(update).execute(Tuple.of(call)))))
        .hasMessageContaining("never changes");
    assertThat(find(call).jws()).isEqualTo("a.b.c");
  }
}
