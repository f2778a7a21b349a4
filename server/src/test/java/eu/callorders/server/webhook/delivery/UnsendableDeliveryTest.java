package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.Await;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.list.ListRequests;
import eu.callorders.server.webhook.endpoint.Endpoint;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Unsendable deliveries fail at once and do not affect others. */
class UnsendableDeliveryTest {
  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;
  private final Receiver other = fixture.other;
  private final Endpoint endpoint = fixture.endpoint(receiver.url());
  private final Endpoint healthy = fixture.endpoint(other.url());

  @Test
  void missingEventIsUnsendable() {
    fixture.events(5);
    fixture.first.fanOut.runOnce();
    UUID lost = fixture.log(endpoint).get(2).eventId();
    fixture.execute("DELETE FROM event WHERE id = $1", lost);
    fixture.first.sendAll();

    assertThat(failed()).extracting(Delivery::eventId).containsExactly(lost, lost);
    assertOthersArrived(4, 4);
  }

  @Test
  void malformedEnvelopeIsUnsendable() {
    Endpoint thin = fixture.endpoint(receiver.url(), null, true);
    fixture.events(3);
    fixture.execute(
        "UPDATE event SET envelope = '[' || envelope || ']' WHERE tenant_id = $1"
            + " AND id = (SELECT min(id::text)::uuid FROM event)",
        fixture.tenantId);
    fixture.first.processAll();

    assertThat(failed()).extracting(Delivery::endpointId).containsExactly(thin.id());
    assertOthersArrived(5, 3);
  }

  @Test
  void unreadableSecretIsUnsendable() {
    corruptSecrets();
    fixture.events(3);
    fixture.first.processAll();

    assertThat(failed()).hasSize(3).extracting(Delivery::endpointId).containsOnly(endpoint.id());
    assertOthersArrived(0, 3);
  }

  @Test
  void unreadableSecretEndsPing() {
    corruptSecrets();
    Delivery ping = fixture.ping(endpoint);
    Future<Boolean> sent = fixture.first.dispatcher.sendNow(fixture.tenantId, ping.id());
    Await.until(
        "it has ended",
        () -> {
          fixture.first.storeOutcomes();
          return sent.isComplete();
        });
    assertThat(sent.result()).isTrue();
    assertThat(failed()).extracting(Delivery::id).containsExactly(ping.id());
  }

  @Test
  void unreadableChallengeIsUnsendable() {
    Endpoint pending = fixture.pending(receiver.url());
    fixture.execute(
        "UPDATE webhook_delivery SET envelope = 'no json' WHERE endpoint_id = $1", pending.id());
    fixture.events(2);
    fixture.first.processAll();

    assertThat(failed()).extracting(Delivery::endpointId).containsExactly(pending.id());
    assertOthersArrived(2, 2);
  }

  @Test
  void unreadableAttemptsAreUnsendable() {
    fixture.events(3);
    fixture.first.fanOut.runOnce();
    UUID bad = fixture.log(endpoint).get(1).id();
    fixture.execute(
        "UPDATE webhook_delivery SET attempts = '[{\"at\": \"never\"}]' WHERE id = $1", bad);
    fixture.first.sendAll();

    assertThat(failed()).extracting(Delivery::id).containsExactly(bad);
    assertThat(failedWork())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getString("kind")).isEqualTo("webhook_delivery");
              assertThat(row.getString("item_id")).isEqualTo(IdKind.WEBHOOK_DELIVERY.format(bad));
              assertThat(row.getString("detail")).contains("never");
            });
    assertOthersArrived(2, 3);
  }

  @Test
  void parksUnreadableEndpoint() {
    fixture.events(3);
    fixture.first.fanOut.runOnce();
    fixture.execute(
        "UPDATE webhook_endpoint SET event_types = ARRAY[NULL]::text[] WHERE id = $1",
        endpoint.id());

    Await.until(
        "it is kept",
        () -> {
          fixture.makeAllDue();
          fixture.first.sendAll();
          return !failedWork().isEmpty();
        });

    assertFailedWorkOf(endpoint);
    assertThat(other.requests).hasSize(3);
    fixture.events(1);
    fixture.makeAllDue();
    fixture.first.processAll();
    assertThat(other.requests).hasSize(4);
    assertThat(receiver.requests).isEmpty();
    assertThat(failed()).isEmpty();
  }

  @Test
  void parksEndpointWhoseClaimsFail() {
    List<Endpoint> others = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      others.add(fixture.endpoint(other.url()));
    }
    failClaims(endpoint);
    fixture.events(2);
    fixture.first.fanOut.runOnce();

    Await.until(
        "it is kept",
        () -> {
          fixture.first.sendAll();
          return !failedWork().isEmpty();
        });

    assertFailedWorkOf(endpoint);
    assertThat(other.requests).hasSize(20);
    assertThat(receiver.requests).isEmpty();
    assertThat(others).allSatisfy(one -> assertThat(fixture.log(one)).hasSize(2));
    assertThat(fixture.rows("SELECT FROM webhook_delivery_queue")).hasSize(2);
    assertThat(fixture.first.dispatcher.inFlightCount()).isZero();
  }

  private void assertFailedWorkOf(Endpoint expected) {
    assertThat(failedWork())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getString("kind")).isEqualTo("webhook_endpoint");
              assertThat(row.getString("item_id")).isEqualTo(expected.id().toString());
            });
  }

  private List<Row> failedWork() {
    return fixture.rows("SELECT kind, item_id, detail FROM failed_work");
  }

  /** Like a statement timeout: fails each lease of a delivery of this endpoint. */
  private void failClaims(Endpoint target) {
    PgConnection owner =
        PgConnection.connect(fixture.vertx, ConnectOptions.to(fixture.testDatabase.owner()))
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
                .formatted(target.id()))
        .execute()
        .await();
    owner.close().await();
  }

  private void corruptSecrets() {
    fixture.execute(
        "UPDATE webhook_secret SET ciphertext = $2 WHERE endpoint_id = $1",
        endpoint.id(),
        Buffer.buffer(new byte[80]));
  }

  /** Found in the log by status, as clients do. */
  private List<Delivery> failed() {
    DeliveryQuery.Filter filter =
        DeliveryQuery.Filter.of(ListRequests.of(Map.of("status", "failed")), Instant.EPOCH)
            .orElseThrow();
    List<Delivery> failed =
        fixture
            .database
            .asTenant(
                fixture.tenantId,
                connection -> DeliveryQuery.find(connection, fixture.tenantId, filter, null, 100))
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

  private void assertOthersArrived(int expected, int expectedOther) {
    assertThat(receiver.requests).hasSize(expected);
    assertThat(other.requests).hasSize(expectedOther);
    assertThat(fixture.rows("SELECT FROM webhook_delivery_queue")).isEmpty();
    assertThat(fixture.find(endpoint).health().consecutiveFailures()).isZero();
    assertThat(fixture.find(healthy).health().consecutiveFailures()).isZero();
    assertThat(fixture.first.dispatcher.inFlightCount()).isZero();
  }
}
