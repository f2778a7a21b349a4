package eu.callorders.server.hold;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.hold.HoldSource;
import eu.callorders.core.hold.HoldStatus;
import eu.callorders.server.TestNode;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.hold.HoldWriter.NewHold;
import eu.callorders.server.hold.HoldWriter.Placed;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests for a hold whose end has come, before the worker has noted that. */
class DueHoldTest {
  @AutoClose private final TestNode node = new TestNode();
  private final UUID tenantId = UUID.randomUUID();
  private final HoldKey key =
      new HoldKey(Keyring.of(List.of(new byte[32]), new SecureRandom()), new SecureRandom());
  private final HoldStore store = new HoldStore(key);
  private final HoldWriter writer =
      new HoldWriter(
          store, new EventStore("sandbox", node.clock, new Random(1)), node.clock, new Random(2));

  @BeforeEach
  void insertTenant() {
    await(key.create(node.database));
    await(
        node.database.asWorker(
            connection ->
                connection
                    .preparedQuery(HoldQueryPlanTest.INSERT_TENANT)
                    .execute(Tuple.of(tenantId))));
  }

  private Instant now() {
    return node.clock.instant();
  }

  private Placed place(Instant until) {
    NewHold wanted =
        new NewHold(tenantId, HoldNames.ofSubject("a"), "other", HoldSource.API, until, null, null);
    return await(
        node.database.asTenant(tenantId, connection -> writer.place(connection, wanted, now())));
  }

  private Hold stored(Placed placed) {
    return await(
            node.database.asTenant(
                tenantId, connection -> store.find(connection, tenantId, placed.hold().id())))
        .orElseThrow();
  }

  private List<String> events() {
    return await(
            node.database.asWorker(
                connection ->
                    connection
                        .preparedQuery("SELECT type FROM event WHERE tenant_id = $1")
                        .execute(Tuple.of(tenantId))))
        .stream()
        .map(row -> row.getString("type"))
        .toList();
  }

  @Test
  void placesAnotherHoldAfterTheEndOfTheSame() {
    Instant until = now().plus(Duration.ofHours(1));
    Placed first = place(until);
    node.clock.advance(Duration.ofHours(1));

    Placed second = place(now().plus(Duration.ofHours(1)));

    assertThat(second.created()).isTrue();
    assertThat(second.hold().id()).isNotEqualTo(first.hold().id());
    assertThat(stored(first).status()).isEqualTo(HoldStatus.EXPIRED);
    assertThat(stored(first).endedAt()).isEqualTo(until);
    assertThat(stored(second).status()).isEqualTo(HoldStatus.ACTIVE);
    assertThat(events()).containsExactlyInAnyOrder("hold.created", "hold.expired", "hold.created");
  }

  @Test
  void extendsTheSameHoldBeforeItsEnd() {
    Placed first = place(now().plus(Duration.ofHours(1)));
    node.clock.advance(Duration.ofMinutes(59));

    Placed second = place(now().plus(Duration.ofHours(1)));

    assertThat(second.created()).isFalse();
    assertThat(second.hold().id()).isEqualTo(first.hold().id());
    assertThat(events()).containsExactly("hold.created");
  }

  @Test
  void expiresInsteadOfBeingReleasedAfterItsEnd() {
    Placed placed = place(now().plus(Duration.ofHours(1)));
    node.clock.advance(Duration.ofHours(2));

    await(
        node.database.asTenant(
            tenantId,
            connection -> writer.release(connection, tenantId, placed.hold().id(), now())));

    assertThat(stored(placed).status()).isEqualTo(HoldStatus.EXPIRED);
    assertThat(events()).containsExactlyInAnyOrder("hold.created", "hold.expired");
  }
}
