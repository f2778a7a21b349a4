package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.standardwebhooks.Webhook;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.webhook.VerificationState;
import eu.callorders.server.Await;
import eu.callorders.server.database.Database;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookDeliveryTest {
  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private final Receiver other = new Receiver(vertx);
  private WebhookDeliveryFixture fixture;

  @BeforeEach
  void open() {
    fixture = new WebhookDeliveryFixture(Set.of(receiver.hostAndPort(), other.hostAndPort()));
  }

  @AfterEach
  void close() {
    fixture.close();
    vertx.close().await();
  }

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
    WebhookDeliveryFixture.Node next = fixture.node();
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
            connection -> fixture.secrets.rotate(connection, endpoint, fixture.clock.instant()))
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

  @Test
  void skipsEventsOfDisabledEndpoint() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    fixture.update(endpoint.with(EndpointStatus.DISABLED, fixture.clock.instant()));
    fixture.events(1);
    fixture.first.processAll();
    assertThat(fixture.log(endpoint))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.SKIPPED);
    assertThat(receiver.requests).isEmpty();
  }

  @Test
  void skipsWhenDisabledOrUnsubscribedBeforeDispatch() {
    Endpoint disabled = fixture.endpoint(receiver.url());
    Endpoint unsubscribed = fixture.endpoint(other.url(), List.of("order_type.*"), false);
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    fixture.update(disabled.with(EndpointStatus.DISABLED, fixture.clock.instant()));
    fixture.execute(
        "UPDATE webhook_endpoint SET event_types = ARRAY['call.*'] WHERE id = $1",
        unsubscribed.id());
    fixture.first.sendAll();
    assertThat(fixture.log())
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SKIPPED))
        .allSatisfy(one -> assertThat(one.attempts()).isEmpty());
    assertThat(receiver.requests).isEmpty();
    assertThat(other.requests).isEmpty();
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
  void goneDisablesAtOnceAndNotifiesOtherEndpoints() {
    Endpoint gone = fixture.endpoint(receiver.url());
    Endpoint subscriber = fixture.endpoint(other.url(), List.of("webhook_endpoint.*"), false);
    receiver.respondWith(410);
    fixture.events(1);
    fixture.first.processAll();
    fixture.first.processAll();
    assertThat(fixture.find(gone).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(fixture.log(gone))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.FAILED);
    assertThat(other.requests)
        .singleElement()
        .satisfies(
            got -> {
              assertThat(got.json().path("type").asText()).isEqualTo("webhook_endpoint.disabled");
              assertThat(got.json().at("/data/reason").asText()).isEqualTo("gone");
              assertThat(got.json().at("/data/status").asText()).isEqualTo("disabled");
            });
    assertThat(fixture.log(subscriber)).hasSize(1);
  }

  @Test
  void fiveDaysOfFailuresDisableAfterThreeWarnings() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    Endpoint subscriber = fixture.endpoint(other.url(), List.of("webhook_endpoint.*"), false);
    receiver.respondWith(500);
    for (int half = 0; half <= 11; half++) {
      fixture.events(1);
      fixture.first.processAll();
      fixture.clock.advance(Duration.ofHours(12).plusMinutes(1));
    }
    fixture.first.processAll();
    assertThat(fixture.find(endpoint).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(other.requests)
        .extracting(
            got -> got.json().path("type").asText() + got.json().at("/data/percent").asText())
        .containsExactly(
            "webhook_endpoint.failing50",
            "webhook_endpoint.failing70",
            "webhook_endpoint.failing90",
            "webhook_endpoint.disabled");
    assertThat(fixture.log(subscriber)).hasSize(4);
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

  @Test
  void takesOverFromKilledNode() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.respondWith((request, body) -> held.add(request));
    WebhookDeliveryFixture.Node killed = fixture.node();
    fixture.events(1);
    killed.fanOut.runOnce();
    killed.dispatcher.runOnce();
    Await.until("it is being sent", () -> held.size() == 1);
    fixture.first.offer(endpoint);
    fixture.first.sendAll();
    assertThat(held).as("not before its lease is over").hasSize(1);
    assertThat(
            fixture
                .rows(
                    "SELECT lease_until - now() <= interval '30 seconds' FROM"
                        + " webhook_delivery_queue")
                .get(0)
                .getBoolean(0))
        .isTrue();

    fixture.makeAllDue();
    receiver.respondWith(204);
    fixture.first.offer(endpoint);
    fixture.first.sendAll();
    assertThat(fixture.log(endpoint))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.SUCCEEDED);

    held.get(0).response().setStatusCode(500).end();
    Await.until("the late answer is there", () -> killed.dispatcher.inFlightCount() == 0);
    killed.storeOutcomes();
    assertThat(fixture.log(endpoint))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.status()).isEqualTo(DeliveryStatus.SUCCEEDED);
              assertThat(one.attempts()).hasSize(1);
            });
    assertThat(fixture.find(endpoint).health().consecutiveFailures()).isZero();
    killed.sender.close().await();
  }

  @Test
  void ignoresLateResponseWhileRetryIsWaiting() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.respondWith((request, body) -> held.add(request));
    WebhookDeliveryFixture.Node frozen = fixture.node();
    fixture.events(1);
    frozen.fanOut.runOnce();
    frozen.dispatcher.runOnce();
    Await.until("it is being sent", () -> held.size() == 1);

    fixture.makeAllDue();
    receiver.respondWith(500);
    fixture.first.offer(endpoint);
    fixture.first.sendAll();
    held.get(0).response().setStatusCode(204).end();
    Await.until("the late answer is there", () -> frozen.dispatcher.inFlightCount() == 0);
    frozen.storeOutcomes();

    assertThat(fixture.log(endpoint))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.status()).isEqualTo(DeliveryStatus.RETRYING);
              assertThat(one.attempts()).hasSize(1);
            });
    assertThat(fixture.rows("SELECT FROM webhook_delivery_queue")).hasSize(1);
    frozen.sender.close().await();
  }

  @Test
  void twoNodesSendEachDeliveryOnce() {
    fixture.endpoint(receiver.url());
    WebhookDeliveryFixture.Node second = fixture.node();
    fixture.events(300);
    Thread one = Thread.ofVirtual().start(fixture.first::processAll);
    Thread two = Thread.ofVirtual().start(second::processAll);
    Await.until("both are done", () -> !one.isAlive() && !two.isAlive());
    fixture.first.processAll();
    assertThat(receiver.requests)
        .extracting(Receiver.ReceivedRequest::id)
        .doesNotHaveDuplicates()
        .hasSize(300);
    assertThat(fixture.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.SUCCEEDED);
    second.sender.close().await();
  }

  @Test
  void correctChallengeActivatesEndpoint() {
    Endpoint endpoint = fixture.pending(receiver.url());
    receiver.respondToChallenges();
    fixture.first.sendAll();
    Endpoint verified = fixture.find(endpoint);
    assertThat(verified.status()).isEqualTo(EndpointStatus.ACTIVE);
    assertThat(verified.verification().state()).isEqualTo(VerificationState.SUCCEEDED);
    assertThat(verified.activatedAt()).isNotNull();
    assertThat(verified.revision()).isEqualTo(endpoint.revision() + 1);
    assertThat(receiver.requests.get(0).json().path("type").asText())
        .isEqualTo("webhook_endpoint.verification");
    assertThat(fixture.envelopes()).isEmpty();
  }

  @Test
  void verificationFailsAfterThreeWrongResponses() {
    Endpoint endpoint = fixture.pending(receiver.url());
    receiver.respondWith((request, body) -> request.response().end("{\"challenge\": \"another\"}"));
    fixture.first.sendAll();
    assertThat(fixture.find(endpoint).verification().state()).isEqualTo(VerificationState.PENDING);
    assertThat(fixture.log().get(0).nextAttemptAt())
        .isBetween(
            fixture.clock.instant().plusSeconds(60), fixture.clock.instant().plusSeconds(120));
    for (int again = 0; again < 2; again++) {
      fixture.makeAllDue();
      fixture.first.offer(endpoint);
      fixture.first.sendAll();
    }
    Endpoint failed = fixture.find(endpoint);
    assertThat(failed.status()).isEqualTo(EndpointStatus.PENDING_VERIFICATION);
    assertThat(failed.verification().state()).isEqualTo(VerificationState.FAILED);
    assertThat(failed.verification().failureReason()).isEqualTo("challenge_not_answered");
    assertThat(receiver.requests).hasSize(3);
    assertThat(fixture.log().get(0).status()).isEqualTo(DeliveryStatus.FAILED);
  }

  @Test
  void verificationExpiresAfterOneDay() {
    Endpoint endpoint = fixture.pending(receiver.url());
    VerificationExpiry expiry = new VerificationExpiry(fixture.database, fixture.clock);
    fixture.clock.advance(Duration.ofHours(24).minusSeconds(1));
    assertThat(expiry.runOnce()).isZero();
    fixture.clock.advance(Duration.ofSeconds(1));
    assertThat(expiry.runOnce()).isEqualTo(1);
    assertThat(fixture.find(endpoint).verification().state()).isEqualTo(VerificationState.EXPIRED);
    fixture.first.sendAll();
    assertThat(receiver.requests).isEmpty();
    assertThat(fixture.log().get(0).status()).isEqualTo(DeliveryStatus.SKIPPED);
  }

  @Test
  void failingExpiryDoesNotBlockOthers() {
    List<Endpoint> pending = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      pending.add(fixture.pending(receiver.url()));
    }
    Endpoint bad = pending.get(4);
    fixture.execute(
        "UPDATE webhook_endpoint SET event_types = ARRAY[NULL]::text[] WHERE id = $1", bad.id());
    VerificationExpiry expiry = new VerificationExpiry(fixture.database, fixture.clock);
    fixture.clock.advance(Duration.ofHours(24));

    expiry.runOnce();

    assertThat(fixture.rows("SELECT FROM webhook_endpoint WHERE verification_state = 'expired'"))
        .hasSize(9);
    assertThat(fixture.rows("SELECT kind, item_id FROM failed_work"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getString("kind")).isEqualTo("webhook_verification");
              assertThat(row.getString("item_id")).isEqualTo(bad.id().toString());
            });
    assertThat(expiry.runOnce()).isZero();
  }

  @Test
  void sendsPingAtOnceAndLogsIt() {
    Endpoint endpoint = fixture.endpoint(receiver.url(), List.of("call.*"), true);
    Delivery ping = fixture.ping(endpoint);
    var sent =
        new ImmediateDispatcher(
                fixture.vertx, fixture.database, fixture.first.dispatcher, fixture.first.outcomes)
            .sendNow(fixture.tenantId, ping.id());
    Await.until(
        "it has ended",
        () -> {
          fixture.first.storeOutcomes();
          return sent.isComplete();
        });
    assertThat(fixture.log(endpoint).get(0).attempts()).hasSize(1);
    assertThat(receiver.requests.get(0).json().path("data")).isEqualTo(Json.object());
  }

  @Test
  void waitsForRunningAttemptWithoutMoreQueries() {
    Endpoint endpoint = fixture.endpoint(receiver.url(), List.of("call.*"), true);
    AtomicReference<HttpServerRequest> held = new AtomicReference<>();
    receiver.respondWith((request, body) -> held.set(request));
    Delivery ping = fixture.ping(endpoint);
    fixture.first.offer(endpoint);
    fixture.first.dispatcher.runOnce();
    Await.until("the loop sends it", () -> held.get() != null);
    Database own =
        Database.open(
            fixture.vertx,
            WebhookDeliveryFixture.options(fixture.testDatabase.service())
                .addProperty("application_name", "one-look"),
            1);
    var sent =
        new ImmediateDispatcher(
                fixture.vertx, own, fixture.first.dispatcher, fixture.first.outcomes)
            .sendNow(fixture.tenantId, ping.id());
    Await.until(
        "it has looked once",
        () ->
            !fixture
                .rows(
                    "SELECT FROM pg_stat_activity WHERE application_name = 'one-look'"
                        + " AND state = 'idle' AND query = 'COMMIT'")
                .isEmpty());
    own.close().await();
    held.get().response().end();
    Await.until(
        "it has ended",
        () -> {
          fixture.first.storeOutcomes();
          return sent.isComplete();
        });
    sent.await();
    assertThat(fixture.log(endpoint).get(0).attempts()).hasSize(1);
  }

  @Test
  void timesOutWaitingForAnotherNodesAttempt() {
    Endpoint endpoint = fixture.endpoint(receiver.url(), List.of("call.*"), true);
    receiver.respondWith((request, body) -> {});
    Delivery ping = fixture.ping(endpoint);
    WebhookDeliveryFixture.Node other = fixture.node();
    other.offer(endpoint);
    other.dispatcher.runOnce();
    Await.until("the other node sends it", () -> receiver.requests.size() == 1);
    var waited =
        new ImmediateDispatcher(
                fixture.vertx,
                fixture.database,
                fixture.first.dispatcher,
                fixture.first.outcomes,
                Duration.ofMillis(200))
            .sendNow(fixture.tenantId, ping.id());
    Await.until("the wait is over", waited::succeeded);
    assertThat(fixture.log(endpoint).get(0).attempts()).isEmpty();
    other.sender.close().await();
  }

  @Test
  void replaySendsTheSameEventsAgain() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    fixture.events(450);
    fixture.first.processAll();
    UUID replayId = replay(endpoint, false);
    while (fixture.first.replays.runOnce()) {
      fixture.first.sendAll();
    }
    fixture.first.sendAll();
    assertThat(fixture.log(endpoint)).hasSize(900);
    assertThat(fixture.log(endpoint))
        .filteredOn(one -> replayId.equals(one.replayId()))
        .hasSize(450);
    assertThat(receiver.requests).extracting(Receiver.ReceivedRequest::id).hasSize(900);
    assertThat(receiver.requests.stream().map(Receiver.ReceivedRequest::id).distinct())
        .hasSize(450);
    assertThat(fixture.rows("SELECT state FROM webhook_replay").get(0).getString(0))
        .isEqualTo("done");
  }

  @Test
  void replayOfFailedEventsOmitsOthers() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    fixture.events(3);
    fixture.first.processAll();
    fixture.update(fixture.find(endpoint).with(EndpointStatus.DISABLED, fixture.clock.instant()));
    fixture.events(2);
    fixture.first.processAll();
    fixture.update(fixture.find(endpoint).with(EndpointStatus.ACTIVE, fixture.clock.instant()));
    replay(endpoint, true);
    while (fixture.first.replays.runOnce()) {
      fixture.first.sendAll();
    }
    assertThat(receiver.requests).hasSize(5);
    assertThat(receiver.requests.stream().map(Receiver.ReceivedRequest::id).distinct()).hasSize(5);
  }

  private UUID replay(Endpoint endpoint, boolean onlyFailed) {
    UUID id = UUID.randomUUID();
    fixture.execute(
        "INSERT INTO webhook_replay (id, tenant_id, endpoint_id, cursor_xid, cursor_seq, end_xid,"
            + " only_failed, state, events, created_at) SELECT $1, $2, $3, '0'::xid8, 0,"
            + " pg_snapshot_xmin(pg_current_snapshot()), $4, 'running', 0, now()",
        id,
        fixture.tenantId,
        endpoint.id(),
        onlyFailed);
    return id;
  }
}
