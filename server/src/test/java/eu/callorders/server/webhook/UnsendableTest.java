package eu.callorders.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What cannot be sent for a reason of its own fails at once, and stops nothing else. */
class UnsendableTest {
  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private final Receiver other = new Receiver(vertx);
  private SenderHouse house;
  private Endpoint endpoint;
  private Endpoint sound;

  @BeforeEach
  void open() {
    house = new SenderHouse(Set.of(receiver.hostAndPort(), other.hostAndPort()));
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
            new DirectDeliveries("sandbox", house.random).ping(endpoint, house.clock.instant()));
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

  private void spoilSecrets() {
    house.execute(
        "UPDATE webhook_secret SET sealed = $2 WHERE endpoint_id = $1",
        endpoint.id(),
        Buffer.buffer(new byte[80]));
  }

  /** Found as anybody finds them: in the log, by their status. */
  private List<Delivery> failed() {
    DeliveryLog.Filter filter =
        new DeliveryLog.Filter(null, null, null, DeliveryStatus.FAILED, Instant.EPOCH, null);
    List<Delivery> failed =
        house
            .database
            .asTenant(
                house.tenantId,
                connection -> DeliveryLog.find(connection, house.tenantId, filter, null, 100))
            .await()
            .found();
    assertThat(failed)
        .allSatisfy(
            one -> {
              assertThat(one.nextAttemptAt()).isNull();
              assertThat(one.attempts()).extracting(Attempt::error).containsExactly("unsendable");
            });
    return failed;
  }

  private void allElseArrives(int toOne, int toTheOther) {
    assertThat(receiver.got).hasSize(toOne);
    assertThat(other.got).hasSize(toTheOther);
    assertThat(house.rows("SELECT FROM webhook_due")).isEmpty();
    assertThat(house.find(endpoint).health().consecutiveFailures()).isZero();
    assertThat(house.find(sound).health().consecutiveFailures()).isZero();
    assertThat(house.first.dispatcher.underWay()).isZero();
  }
}
