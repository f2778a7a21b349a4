package eu.callorders.server.order;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import eu.callorders.server.order.GoneOrderKeyStore.GoneKey;
import eu.callorders.server.order.GoneOrderKeyStore.Hash;
import eu.callorders.server.order.GoneOrderKeyStore.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class GoneOrderKeyStoreTest {
  @AutoClose private final TestNode node = new TestNode();

  /** A resent signal starts another enrollment, whose order has the same key. */
  @Test
  void findsTheLostOrderOfTwoNewOnesWithOneKey() {
    Hash hash = new Hash(UUID.randomUUID(), UUID.randomUUID());
    GoneKey gone = new GoneKey(hash.tenantId(), hash.value(), UUID.randomUUID());
    Query query = new Query(hash, Instant.EPOCH);
    Query newer = new Query(hash, Instant.EPOCH.plus(Duration.ofDays(1)));

    Map<Hash, UUID> found =
        await(
            node.database.asWorker(
                connection ->
                    GoneOrderKeyStore.insert(connection, List.of(gone))
                        .compose(
                            inserted ->
                                GoneOrderKeyStore.find(connection, List.of(query, query, newer)))));

    assertThat(found).isEqualTo(Map.of(hash, gone.orderId()));
  }
}
