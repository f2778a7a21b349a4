package eu.callorders.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.Await;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What cannot be sent for a reason of its own fails at once, and stops nothing else. */
class UnsendableDeliveryTest {
  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private final Receiver other = new Receiver(vertx);
  private WebhookDeliveryFixture house;
  private Endpoint endpoint;
  private Endpoint sound;

  @BeforeEach
  void open() {
    house = new WebhookDeliveryFixture(Set.of(receiver.hostAndPort(), other.hostAndPort()));
    endpoint = house.endpoint(receiver.url());
    sound = house.endpoint(other.url());
  }

  @AfterEach
  void close() {
    house.close();
    vertx.close().await();
  }

  @Test
  void anEventThatIsNoLongerThere() {
    house.events(5);
    house.first.fanOut.runOnce();
    UUID lost = house.log(endpoint).get(2).eventId();
    house.execute("DELETE FROM event WHERE id = $1", lost);
    house.first.send();

    assertThat(failed()).extracting(Delivery::eventId).containsExactly(lost, lost);
    allElseArrives(4, 4);
  }

  @Test
  void anEnvelopeThatCannotBeMadeThin() {
    Endpoint thin = house.endpoint(receiver.url(), null, true);
    house.events(3);
    house.execute(
        "UPDATE event SET envelope = '[' || envelope || ']' WHERE tenant_id = $1"
            + " AND id = (SELECT min(id::text)::uuid FROM event)",
        house.tenantId);
    house.first.work();

    assertThat(failed()).extracting(Delivery::endpointId).containsExactly(thin.id());
    allElseArrives(5, 3);
  }

  @Test
  void aSecretThatCannotBeOpened() {
    spoilSecrets();
    house.events(3);
    house.first.work();

    assertThat(failed()).hasSize(3).extracting(Delivery::endpointId).containsOnly(endpoint.id());
    allElseArrives(0, 3);
  }

  @Test
  void aSecretThatCannotBeOpenedEndsAPing() {
    spoilSecrets();
    Delivery ping =
        house.deliver(
            new DirectDeliveryFactory("sandbox", house.random)
                .ping(endpoint, house.clock.instant()));
    Future<Boolean> sent = house.first.dispatcher.sendNow(house.tenantId, ping.id());
    Await.until(
        "it has ended",
        () -> {
          house.first.write();
          return sent.isComplete();
        });
    assertThat(sent.result()).isTrue();
    assertThat(failed()).extracting(Delivery::id).containsExactly(ping.id());
  }

  @Test
  void aChallengeThatCannotBeRead() {
    Endpoint pending = house.pending(receiver.url());
    house.execute(
        "UPDATE webhook_delivery SET envelope = 'no json' WHERE endpoint_id = $1", pending.id());
    house.events(2);
    house.first.work();

    assertThat(failed()).extracting(Delivery::endpointId).containsExactly(pending.id());
    allElseArrives(2, 2);
  }

  @Test
  void attemptsThatCannotBeRead() {
    house.events(3);
    house.first.fanOut.runOnce();
    UUID bad = house.log(endpoint).get(1).id();
    house.execute(
        "UPDATE webhook_delivery SET attempts = '[{\"at\": \"never\"}]' WHERE id = $1", bad);
    house.first.send();

    assertThat(failed()).extracting(Delivery::id).containsExactly(bad);
    assertThat(failedWork())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getString("kind")).isEqualTo("webhook_delivery");
              assertThat(row.getString("item_id")).isEqualTo(IdKind.WEBHOOK_DELIVERY.format(bad));
              assertThat(row.getString("detail")).contains("never");
            });
    allElseArrives(2, 3);
  }

  @Test
  void anEndpointThatCannotBeReadIsKeptAndLeftAside() {
    house.events(3);
    house.first.fanOut.runOnce();
    house.execute(
        "UPDATE webhook_endpoint SET event_types = ARRAY[NULL]::text[] WHERE id = $1",
        endpoint.id());

    Await.until(
        "it is kept",
        () -> {
          house.letEverythingFallDue();
          house.first.send();
          return !failedWork().isEmpty();
        });

    assertIsKept(endpoint);
    assertThat(other.got).hasSize(3);
    house.events(1);
    house.letEverythingFallDue();
    house.first.work();
    assertThat(other.got).hasSize(4);
    assertThat(receiver.got).isEmpty();
    assertThat(failed()).isEmpty();
  }

  @Test
  void anEndpointWhoseDeliveriesCannotBeClaimedIsKeptAndLeftAside() {
    List<Endpoint> others = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      others.add(house.endpoint(other.url()));
    }
    forbidClaims(endpoint);
    house.events(2);
    house.first.fanOut.runOnce();

    Await.until(
        "it is kept",
        () -> {
          house.first.send();
          return !failedWork().isEmpty();
        });

    assertIsKept(endpoint);
    assertThat(other.got).hasSize(20);
    assertThat(receiver.got).isEmpty();
    assertThat(others).allSatisfy(one -> assertThat(house.log(one)).hasSize(2));
    assertThat(house.rows("SELECT FROM webhook_delivery_queue")).hasSize(2);
    assertThat(house.first.dispatcher.underWay()).isZero();
  }

  private void assertIsKept(Endpoint expected) {
    assertThat(failedWork())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getString("kind")).isEqualTo("webhook_endpoint");
              assertThat(row.getString("item_id")).isEqualTo(expected.id().toString());
            });
  }

  private List<Row> failedWork() {
    return house.rows("SELECT kind, item_id, detail FROM failed_work");
  }

  /** As a statement time-out: whatever leases a delivery of this endpoint is canceled. */
  private void forbidClaims(Endpoint of) {
    PgConnection owner =
        PgConnection.connect(
                house.vertx, WebhookDeliveryFixture.options(house.testDatabase.owner()))
            .await();
    owner
        .query(
            """
            CREATE FUNCTION time_out() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014';
            END $$;
            CREATE TRIGGER time_out BEFORE UPDATE ON webhook_delivery_queue
              FOR EACH ROW WHEN (OLD.endpoint_id = '%s') EXECUTE FUNCTION time_out()
            """
                .formatted(of.id()))
        .execute()
        .await();
    owner.close().await();
  }

  private void spoilSecrets() {
    house.execute(
        "UPDATE webhook_secret SET ciphertext = $2 WHERE endpoint_id = $1",
        endpoint.id(),
        Buffer.buffer(new byte[80]));
  }

  /** Found as anybody finds them: in the log, by their status. */
  private List<Delivery> failed() {
    DeliveryQuery.Filter filter =
        new DeliveryQuery.Filter(null, null, null, DeliveryStatus.FAILED, Instant.EPOCH, null);
    List<Delivery> failed =
        house
            .database
            .asTenant(
                house.tenantId,
                connection -> DeliveryQuery.find(connection, house.tenantId, filter, null, 100))
            .await()
            .found();
    assertThat(failed)
        .allSatisfy(
            one -> {
              assertThat(one.nextAttemptAt()).isNull();
              assertThat(one.attempts())
                  .extracting(DeliveryAttempt::error)
                  .containsExactly("unsendable");
            });
    return failed;
  }

  private void allElseArrives(int toOne, int toTheOther) {
    assertThat(receiver.got).hasSize(toOne);
    assertThat(other.got).hasSize(toTheOther);
    assertThat(house.rows("SELECT FROM webhook_delivery_queue")).isEmpty();
    assertThat(house.find(endpoint).health().consecutiveFailures()).isZero();
    assertThat(house.find(sound).health().consecutiveFailures()).isZero();
    assertThat(house.first.dispatcher.underWay()).isZero();
  }
}
