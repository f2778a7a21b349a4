package eu.callorders.server.hold;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.hold.ClaimNumber;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.TestNode;
import eu.callorders.server.database.Locks;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The order in which holds are locked. */
class HoldLocksTest {
  /** The lock of its claims sorts after that of dialing. */
  private static final String TENANT =
      """
      SELECT id
        FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 10000)) AS candidate
       WHERE hashtextextended('claims:' || id, 0) > hashtextextended('dialing', 0)
       LIMIT 1
      """;

  private static final List<HoldNames> CLAIM_AND_ERASED =
      List.of(
          new HoldNames(null, null, new ClaimNumber(ClaimNumber.Kind.CASE_NUMBER, "AZ-1")),
          HoldNames.ERASED);

  @AutoClose private final TestNode node = new TestNode();

  /** A dial shares the lock of claims and then waits for that of dialing. */
  @Test
  void locksClaimsBeforeDialing() {
    UUID tenantId =
        await(node.database.asWorker(connection -> connection.query(TENANT).execute()))
            .iterator()
            .next()
            .getUUID(0);

    try (HeldLocks claims = HeldLocks.of(node.vertx, node.postgres, Locks.claims(tenantId))) {
      Future<Void> locked =
          node.database.asWorker(
              connection -> HoldLocks.acquire(connection, tenantId, CLAIM_AND_ERASED));
      claims.awaitWaiter();
      Set<String> free =
          await(
              node.database.asWorker(
                  connection ->
                      Locks.tryAcquireShared(connection, List.of(Set.of(Locks.dialing())))));
      assertThat(free).containsExactly(Locks.dialing());
      claims.release();
      await(locked);
    }
  }
}
