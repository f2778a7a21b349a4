package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.standardwebhooks.Webhook;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.Await;
import eu.callorders.server.webhook.endpoint.Endpoint;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookDeliveryTest {
  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;
  private final Receiver other = fixture.other;

  @Test
  void deliversEventAsInTheFeed() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    fixture.events(2);
    fixture.first.processAll();
    assertThat(receiver.requests)
        .extracting(Receiver.ReceivedRequest::body)
        .containsExactlyInAnyOrderElementsOf(fixture.envelopes());
    assertThat(fixture.log(endpoint))
        .hasSize(2)
        .allSatisfy(
            delivery -> {
              assertThat(delivery.status()).isEqualTo(DeliveryStatus.SUCCEEDED);
              assertThat(delivery.nextAttemptAt()).isNull();
              assertThat(delivery.attempts())
                  .singleElement()
                  .satisfies(
                      attempt -> {
                        assertThat(attempt.responseStatus()).isEqualTo(204);
                        assertThat(attempt.error()).isNull();
                        assertThat(attempt.at()).isEqualTo(fixture.clock.instant());
                      });
            });
    assertThat(fixture.rows("SELECT FROM webhook_event_queue")).isEmpty();
    assertThat(fixture.rows("SELECT FROM webhook_delivery_queue")).isEmpty();
    assertThat(fixture.find(endpoint).health().lastSuccessAt()).isNotNull();
  }

  @Test
  void sendsNothingDuringARecovery() {
    fixture.endpoint(receiver.url());
    fixture.events(2);
    fixture.execute(
        """
        INSERT INTO dial_halt (id, kind, era, reason, halted_at)
        VALUES (gen_random_uuid(), 'recovery', 0, 'came back', now())
        """);
    fixture.first.processAll();
    assertThat(receiver.requests).isEmpty();
    assertThat(fixture.rows("SELECT FROM webhook_delivery_queue")).hasSize(2);

    fixture.execute("UPDATE dial_halt SET lifted_at = now()");
    WebhookNode next = fixture.node();
    next.sendAll();
    assertThat(receiver.requests)
        .extracting(Receiver.ReceivedRequest::body)
        .containsExactlyInAnyOrderElementsOf(fixture.envelopes());
    next.sender.close().await();
  }

  @Test
  void sendsDuringTheRecoveryOfAWitnessedRestart() {
    fixture.endpoint(receiver.url());
    fixture.events(2);
    fixture.execute(
        """
        INSERT INTO dial_halt (id, kind, era, reason, halted_at, witnessed)
        VALUES (gen_random_uuid(), 'recovery', 0, 'restarted', now(), true)
        """);
    fixture.first.processAll();

    assertThat(receiver.requests)
        .extracting(Receiver.ReceivedRequest::body)
        .containsExactlyInAnyOrderElementsOf(fixture.envelopes());
  }

  @Test
  void signsWithEverySecret() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    fixture
        .database
        .asWorker(
            connection ->
                fixture.secrets.rotate(
                    connection, endpoint.tenantId(), endpoint.id(), fixture.clock.instant()))
        .await();
    fixture.events(1);
    fixture.first.processAll();
    Receiver.ReceivedRequest got = receiver.requests.get(0);
    assertThat(got.id()).isEqualTo(got.json().path("id").asText());
    Map<String, List<String>> headers =
        Map.of(
            "webhook-id", List.of(got.id()),
            "webhook-timestamp", List.of(got.headers().get("webhook-timestamp")),
            "webhook-signature", List.of(got.headers().get("webhook-signature")));
    List<SigningSecret> secrets = fixture.secretsOf(endpoint);
    assertThat(secrets).hasSize(2);
    for (SigningSecret secret : secrets) {
      assertThatCode(() -> new Webhook(secret.encode()).verify(got.body(), headers))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void deliversToSubscribersOnly() {
    Endpoint wildcard = fixture.endpoint(receiver.url(), List.of("order_type.*"), true);
    Endpoint elsewhere = fixture.endpoint(other.url(), List.of("call.ended"), false);
    fixture.events(1);
    fixture.first.processAll();
    assertThat(receiver.requests)
        .singleElement()
        .satisfies(got -> assertThat(got.json().has("data")).isFalse());
    assertThat(fixture.log(wildcard)).hasSize(1);
    assertThat(fixture.log(elsewhere)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 301, 302, 400, 404, 429, 500, 503})
  void retriesAfterEveryOtherStatus(int status) {
    fixture.setClockAhead();
    Endpoint endpoint = fixture.endpoint(receiver.url());
    receiver.respondWith(status);
    if (status == 301 || status == 302) {
      receiver.respondWith(
          (request, body) ->
              request.response().setStatusCode(status).putHeader("location", other.url()).end());
    }
    if (status == 100) {
      receiver.respondWith((request, body) -> request.connection().close());
    }
    fixture.events(1);
    fixture.first.processAll();
    Delivery delivery = fixture.log(endpoint).get(0);
    assertThat(delivery.status()).isEqualTo(DeliveryStatus.RETRYING);
    assertThat(Duration.between(fixture.clock.instant(), delivery.nextAttemptAt()))
        .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(60));
    DeliveryAttempt attempt = delivery.attempts().get(0);
    assertThat(attempt.responseStatus()).isEqualTo(status == 100 ? null : Integer.valueOf(status));
    assertThat(attempt.error()).isEqualTo(status == 100 ? "connection_failed" : null);
    assertThat(fixture.find(endpoint).health().consecutiveFailures()).isEqualTo(1);
    assertThat(other.requests).isEmpty();
  }

  @Test
  void failsAfterTenAttempts() {
    fixture.setClockAhead();
    Endpoint endpoint = fixture.endpoint(receiver.url());
    receiver.respondWith(500);
    fixture.events(1);
    fixture.first.processAll();
    for (int attempt = 2; attempt <= 10; attempt++) {
      assertThat(fixture.log(endpoint).get(0).status()).isEqualTo(DeliveryStatus.RETRYING);
      fixture.makeAllDue();
      fixture.first.offer(endpoint);
      fixture.first.sendAll();
    }
    Delivery delivery = fixture.log(endpoint).get(0);
    assertThat(delivery.status()).isEqualTo(DeliveryStatus.FAILED);
    assertThat(delivery.attempts()).hasSize(10);
    assertThat(receiver.requests)
        .extracting(Receiver.ReceivedRequest::id)
        .hasSize(10)
        .containsOnly(receiver.requests.get(0).id());
    assertThat(fixture.rows("SELECT FROM webhook_delivery_queue")).isEmpty();
  }

  @Test
  void respectsRetryAfter() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    receiver.respondWith(
        (request, body) ->
            request.response().setStatusCode(503).putHeader("retry-after", "3600").end());
    fixture.events(1);
    fixture.first.processAll();
    assertThat(fixture.log(endpoint).get(0).nextAttemptAt())
        .isAfterOrEqualTo(fixture.clock.instant().plusSeconds(3600));
  }

  @Test
  void malformedEnvelopeDoesNotBlockOthers() {
    Endpoint endpoint = fixture.endpoint(receiver.url(), null, true);
    fixture.events(2);
    fixture.execute(
        "UPDATE event SET envelope = 'no json' WHERE id = (SELECT min(id::text)::uuid FROM event)"
            + " AND tenant_id = $1",
        fixture.tenantId);
    fixture.first.processAll();
    assertThat(fixture.log(endpoint))
        .extracting(Delivery::status)
        .containsExactlyInAnyOrder(DeliveryStatus.FAILED, DeliveryStatus.SUCCEEDED);
    assertThat(fixture.log(endpoint))
        .filteredOn(one -> one.status() == DeliveryStatus.FAILED)
        .singleElement()
        .satisfies(one -> assertThat(one.attempts().get(0).error()).isEqualTo("unsendable"));
    assertThat(fixture.find(endpoint).health().consecutiveFailures()).isZero();
  }

  @Test
  void unresponsiveEndpointDoesNotDelayOthers() {
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.respondWith((request, body) -> held.add(request));
    Endpoint slow = fixture.endpoint(receiver.url());
    Endpoint quick = fixture.endpoint(other.url());
    fixture.events(50);
    fixture.first.fanOut.runOnce();
    Await.until(
        "all events have arrived at the responsive endpoint",
        () -> {
          fixture.first.dispatcher.runOnce();
          fixture.first.storeOutcomes();
          return fixture.log(quick).stream()
                  .filter(one -> one.status() == DeliveryStatus.SUCCEEDED)
                  .count()
              == 50;
        });
    assertThat(fixture.log(slow)).extracting(Delivery::status).containsOnly(DeliveryStatus.PENDING);
    assertThat(fixture.first.dispatcher.inFlightCount()).isPositive();
    held.forEach(request -> request.connection().close());
  }
}
