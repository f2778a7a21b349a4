package eu.callorders.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.standardwebhooks.Webhook;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.webhook.VerificationState;
import eu.callorders.server.Await;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.Json;
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
  private WebhookDeliveryFixture house;

  @BeforeEach
  void open() {
    house = new WebhookDeliveryFixture(Set.of(receiver.hostAndPort(), other.hostAndPort()));
  }

  @AfterEach
  void close() {
    house.close();
    vertx.close().await();
  }

  @Test
  void anEventReachesItsEndpointAsTheFeedShowsIt() {
    Endpoint endpoint = house.endpoint(receiver.url());
    house.events(2);
    house.first.work();
    assertThat(receiver.got)
        .extracting(Receiver.Got::body)
        .containsExactlyInAnyOrderElementsOf(house.envelopes());
    assertThat(house.log(endpoint))
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
                        assertThat(attempt.at()).isEqualTo(house.clock.instant());
                      });
            });
    assertThat(house.rows("SELECT FROM webhook_event_queue")).isEmpty();
    assertThat(house.rows("SELECT FROM webhook_delivery_queue")).isEmpty();
    assertThat(house.find(endpoint).health().lastSuccessAt()).isNotNull();
  }

  @Test
  void sendsNothingDuringARecovery() {
    house.endpoint(receiver.url());
    house.events(2);
    house.execute(
        """
        INSERT INTO dial_halt (id, kind, era, reason, halted_at)
        VALUES (gen_random_uuid(), 'recovery', 0, 'came back', now())
        """);
    house.first.work();
    assertThat(receiver.got).isEmpty();
    assertThat(house.rows("SELECT FROM webhook_delivery_queue")).hasSize(2);

    house.execute("UPDATE dial_halt SET lifted_at = now()");
    WebhookDeliveryFixture.Node next = house.node();
    next.send();
    assertThat(receiver.got)
        .extracting(Receiver.Got::body)
        .containsExactlyInAnyOrderElementsOf(house.envelopes());
    next.courier.close().await();
  }

  @Test
  void sendsDuringTheRecoveryOfAWitnessedRestart() {
    house.endpoint(receiver.url());
    house.events(2);
    house.execute(
        """
        INSERT INTO dial_halt (id, kind, era, reason, halted_at, witnessed)
        VALUES (gen_random_uuid(), 'recovery', 0, 'restarted', now(), true)
        """);
    house.first.work();

    assertThat(receiver.got)
        .extracting(Receiver.Got::body)
        .containsExactlyInAnyOrderElementsOf(house.envelopes());
  }

  @Test
  void whatArrivesIsSignedWithEverySecret() {
    Endpoint endpoint = house.endpoint(receiver.url());
    house
        .database
        .asWorker(connection -> house.secrets.rotate(connection, endpoint, house.clock.instant()))
        .await();
    house.events(1);
    house.first.work();
    Receiver.Got got = receiver.got.get(0);
    assertThat(got.id()).isEqualTo(got.json().path("id").asText());
    Map<String, List<String>> headers =
        Map.of(
            "webhook-id", List.of(got.id()),
            "webhook-timestamp", List.of(got.headers().get("webhook-timestamp")),
            "webhook-signature", List.of(got.headers().get("webhook-signature")));
    List<SigningSecret> secrets = house.secretsOf(endpoint);
    assertThat(secrets).hasSize(2);
    for (SigningSecret secret : secrets) {
      assertThatCode(() -> new Webhook(secret.write()).verify(got.body(), headers))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void onlySubscribersGetAnEvent() {
    Endpoint wildcard = house.endpoint(receiver.url(), List.of("order_type.*"), true);
    Endpoint elsewhere = house.endpoint(other.url(), List.of("call.ended"), false);
    house.events(1);
    house.first.work();
    assertThat(receiver.got)
        .singleElement()
        .satisfies(got -> assertThat(got.json().has("data")).isFalse());
    assertThat(house.log(wildcard)).hasSize(1);
    assertThat(house.log(elsewhere)).isEmpty();
  }

  @Test
  void anEndpointThatIsDisabledHasSkippedRows() {
    Endpoint endpoint = house.endpoint(receiver.url());
    house.update(endpoint.with(EndpointStatus.DISABLED, house.clock.instant()));
    house.events(1);
    house.first.work();
    assertThat(house.log(endpoint))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.SKIPPED);
    assertThat(receiver.got).isEmpty();
  }

  @Test
  void whatIsDisabledOrUnsubscribedBeforeDispatchIsSkipped() {
    Endpoint disabled = house.endpoint(receiver.url());
    Endpoint unsubscribed = house.endpoint(other.url(), List.of("order_type.*"), false);
    house.events(1);
    house.first.fanOut.runOnce();
    house.update(disabled.with(EndpointStatus.DISABLED, house.clock.instant()));
    house.execute(
        "UPDATE webhook_endpoint SET event_types = ARRAY['call.*'] WHERE id = $1",
        unsubscribed.id());
    house.first.send();
    assertThat(house.log())
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SKIPPED))
        .allSatisfy(one -> assertThat(one.attempts()).isEmpty());
    assertThat(receiver.got).isEmpty();
    assertThat(other.got).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 301, 302, 400, 404, 429, 500, 503})
  void everyOtherStatusIsAFailureAndTriedAgain(int status) {
    house.nothingFallsDueByItself();
    Endpoint endpoint = house.endpoint(receiver.url());
    receiver.answers(status);
    if (status == 301 || status == 302) {
      receiver.answers(
          (request, body) ->
              request.response().setStatusCode(status).putHeader("location", other.url()).end());
    }
    if (status == 100) {
      receiver.answers((request, body) -> request.connection().close());
    }
    house.events(1);
    house.first.work();
    Delivery delivery = house.log(endpoint).get(0);
    assertThat(delivery.status()).isEqualTo(DeliveryStatus.RETRYING);
    assertThat(Duration.between(house.clock.instant(), delivery.nextAttemptAt()))
        .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(60));
    DeliveryAttempt attempt = delivery.attempts().get(0);
    assertThat(attempt.responseStatus()).isEqualTo(status == 100 ? null : Integer.valueOf(status));
    assertThat(attempt.error()).isEqualTo(status == 100 ? "connection_failed" : null);
    assertThat(house.find(endpoint).health().consecutiveFailures()).isEqualTo(1);
    assertThat(other.got).isEmpty();
  }

  @Test
  void afterTenAttemptsADeliveryIsDead() {
    Endpoint endpoint = house.endpoint(receiver.url());
    receiver.answers(500);
    house.events(1);
    house.first.work();
    for (int attempt = 2; attempt <= 10; attempt++) {
      assertThat(house.log(endpoint).get(0).status()).isEqualTo(DeliveryStatus.RETRYING);
      house.letEverythingFallDue();
      house.first.due(endpoint);
      house.first.send();
    }
    Delivery delivery = house.log(endpoint).get(0);
    assertThat(delivery.status()).isEqualTo(DeliveryStatus.FAILED);
    assertThat(delivery.attempts()).hasSize(10);
    assertThat(receiver.got)
        .extracting(Receiver.Got::id)
        .hasSize(10)
        .containsOnly(receiver.got.get(0).id());
    assertThat(house.rows("SELECT FROM webhook_delivery_queue")).isEmpty();
  }

  @Test
  void retryAfterIsHeeded() {
    Endpoint endpoint = house.endpoint(receiver.url());
    receiver.answers(
        (request, body) ->
            request.response().setStatusCode(503).putHeader("retry-after", "3600").end());
    house.events(1);
    house.first.work();
    assertThat(house.log(endpoint).get(0).nextAttemptAt())
        .isAfterOrEqualTo(house.clock.instant().plusSeconds(3600));
  }

  @Test
  void goneDisablesAtOnceAndTellsTheOthers() {
    Endpoint gone = house.endpoint(receiver.url());
    Endpoint witness = house.endpoint(other.url(), List.of("webhook_endpoint.*"), false);
    receiver.answers(410);
    house.events(1);
    house.first.work();
    house.first.work();
    assertThat(house.find(gone).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(house.log(gone)).extracting(Delivery::status).containsExactly(DeliveryStatus.FAILED);
    assertThat(other.got)
        .singleElement()
        .satisfies(
            got -> {
              assertThat(got.json().path("type").asText()).isEqualTo("webhook_endpoint.disabled");
              assertThat(got.json().at("/data/reason").asText()).isEqualTo("gone");
              assertThat(got.json().at("/data/status").asText()).isEqualTo("disabled");
            });
    assertThat(house.log(witness)).hasSize(1);
  }

  @Test
  void fiveDaysOfFailuresDisableAfterThreeWarnings() {
    Endpoint endpoint = house.endpoint(receiver.url());
    Endpoint witness = house.endpoint(other.url(), List.of("webhook_endpoint.*"), false);
    receiver.answers(500);
    for (int half = 0; half <= 11; half++) {
      house.events(1);
      house.first.work();
      house.clock.advance(Duration.ofHours(12).plusMinutes(1));
    }
    house.first.work();
    assertThat(house.find(endpoint).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(other.got)
        .extracting(
            got -> got.json().path("type").asText() + got.json().at("/data/percent").asText())
        .containsExactly(
            "webhook_endpoint.failing50",
            "webhook_endpoint.failing70",
            "webhook_endpoint.failing90",
            "webhook_endpoint.disabled");
    assertThat(house.log(witness)).hasSize(4);
  }

  @Test
  void anEventWithoutEnvelopeIsUnsendableAndHoldsNothingUp() {
    Endpoint endpoint = house.endpoint(receiver.url(), null, true);
    house.events(2);
    house.execute(
        "UPDATE event SET envelope = 'no json' WHERE id = (SELECT min(id::text)::uuid FROM event)"
            + " AND tenant_id = $1",
        house.tenantId);
    house.first.work();
    assertThat(house.log(endpoint))
        .extracting(Delivery::status)
        .containsExactlyInAnyOrder(DeliveryStatus.FAILED, DeliveryStatus.SUCCEEDED);
    assertThat(house.log(endpoint))
        .filteredOn(one -> one.status() == DeliveryStatus.FAILED)
        .singleElement()
        .satisfies(one -> assertThat(one.attempts().get(0).error()).isEqualTo("unsendable"));
    assertThat(house.find(endpoint).health().consecutiveFailures()).isZero();
  }

  @Test
  void anEndpointThatNeverAnswersDelaysNobody() {
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.answers((request, body) -> held.add(request));
    Endpoint slow = house.endpoint(receiver.url());
    Endpoint quick = house.endpoint(other.url());
    house.events(50);
    house.first.fanOut.runOnce();
    Await.until(
        "all has arrived where somebody answers",
        () -> {
          house.first.dispatcher.runOnce();
          house.first.write();
          return house.log(quick).stream()
                  .filter(one -> one.status() == DeliveryStatus.SUCCEEDED)
                  .count()
              == 50;
        });
    assertThat(house.log(slow)).extracting(Delivery::status).containsOnly(DeliveryStatus.PENDING);
    assertThat(house.first.dispatcher.underWay()).isPositive();
    held.forEach(request -> request.connection().close());
  }

  @Test
  void whatAKilledNodeWasSendingIsTakenOver() {
    Endpoint endpoint = house.endpoint(receiver.url());
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.answers((request, body) -> held.add(request));
    WebhookDeliveryFixture.Node killed = house.node();
    house.events(1);
    killed.fanOut.runOnce();
    killed.dispatcher.runOnce();
    Await.until("it is being sent", () -> held.size() == 1);
    house.first.due(endpoint);
    house.first.send();
    assertThat(held).as("not before its lease is over").hasSize(1);
    assertThat(
            house
                .rows(
                    "SELECT lease_until - now() <= interval '30 seconds' FROM"
                        + " webhook_delivery_queue")
                .get(0)
                .getBoolean(0))
        .isTrue();

    house.letEverythingFallDue();
    receiver.answers(204);
    house.first.due(endpoint);
    house.first.send();
    assertThat(house.log(endpoint))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.SUCCEEDED);

    held.get(0).response().setStatusCode(500).end();
    Await.until("the late answer is there", () -> killed.dispatcher.underWay() == 0);
    killed.write();
    assertThat(house.log(endpoint))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.status()).isEqualTo(DeliveryStatus.SUCCEEDED);
              assertThat(one.attempts()).hasSize(1);
            });
    assertThat(house.find(endpoint).health().consecutiveFailures()).isZero();
    killed.courier.close().await();
  }

  @Test
  void aLateAnswerChangesNothingWhileTheDeliveryWaitsForItsNextTurn() {
    Endpoint endpoint = house.endpoint(receiver.url());
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.answers((request, body) -> held.add(request));
    WebhookDeliveryFixture.Node frozen = house.node();
    house.events(1);
    frozen.fanOut.runOnce();
    frozen.dispatcher.runOnce();
    Await.until("it is being sent", () -> held.size() == 1);

    house.letEverythingFallDue();
    receiver.answers(500);
    house.first.due(endpoint);
    house.first.send();
    held.get(0).response().setStatusCode(204).end();
    Await.until("the late answer is there", () -> frozen.dispatcher.underWay() == 0);
    frozen.write();

    assertThat(house.log(endpoint))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.status()).isEqualTo(DeliveryStatus.RETRYING);
              assertThat(one.attempts()).hasSize(1);
            });
    assertThat(house.rows("SELECT FROM webhook_delivery_queue")).hasSize(1);
    frozen.courier.close().await();
  }

  @Test
  void twoNodesNeverSendTheSame() {
    house.endpoint(receiver.url());
    WebhookDeliveryFixture.Node second = house.node();
    house.events(300);
    Thread one = Thread.ofVirtual().start(house.first::work);
    Thread two = Thread.ofVirtual().start(second::work);
    Await.until("both are done", () -> !one.isAlive() && !two.isAlive());
    house.first.work();
    assertThat(receiver.got).extracting(Receiver.Got::id).doesNotHaveDuplicates().hasSize(300);
    assertThat(house.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.SUCCEEDED);
    second.courier.close().await();
  }

  @Test
  void aChallengeGivenBackMakesTheEndpointActive() {
    Endpoint endpoint = house.pending(receiver.url());
    receiver.answersChallenges();
    house.first.send();
    Endpoint verified = house.find(endpoint);
    assertThat(verified.status()).isEqualTo(EndpointStatus.ACTIVE);
    assertThat(verified.verification().state()).isEqualTo(VerificationState.SUCCEEDED);
    assertThat(verified.activatedAt()).isNotNull();
    assertThat(verified.revision()).isEqualTo(endpoint.revision() + 1);
    assertThat(receiver.got.get(0).json().path("type").asText())
        .isEqualTo("webhook_endpoint.verification");
    assertThat(house.envelopes()).isEmpty();
  }

  @Test
  void threeTriesWithoutTheChallengeAndItHasFailed() {
    Endpoint endpoint = house.pending(receiver.url());
    receiver.answers((request, body) -> request.response().end("{\"challenge\": \"another\"}"));
    house.first.send();
    assertThat(house.find(endpoint).verification().state()).isEqualTo(VerificationState.PENDING);
    assertThat(house.log().get(0).nextAttemptAt())
        .isBetween(house.clock.instant().plusSeconds(60), house.clock.instant().plusSeconds(120));
    for (int again = 0; again < 2; again++) {
      house.letEverythingFallDue();
      house.first.due(endpoint);
      house.first.send();
    }
    Endpoint failed = house.find(endpoint);
    assertThat(failed.status()).isEqualTo(EndpointStatus.PENDING_VERIFICATION);
    assertThat(failed.verification().state()).isEqualTo(VerificationState.FAILED);
    assertThat(failed.verification().failureReason()).isEqualTo("challenge_not_answered");
    assertThat(receiver.got).hasSize(3);
    assertThat(house.log().get(0).status()).isEqualTo(DeliveryStatus.FAILED);
  }

  @Test
  void aDayAfterRegistrationAVerificationHasExpired() {
    Endpoint endpoint = house.pending(receiver.url());
    VerificationExpiry expiry = new VerificationExpiry(house.database, house.clock);
    house.clock.advance(Duration.ofHours(24).minusSeconds(1));
    assertThat(expiry.runOnce()).isZero();
    house.clock.advance(Duration.ofSeconds(1));
    assertThat(expiry.runOnce()).isEqualTo(1);
    assertThat(house.find(endpoint).verification().state()).isEqualTo(VerificationState.EXPIRED);
    house.first.send();
    assertThat(receiver.got).isEmpty();
    assertThat(house.log().get(0).status()).isEqualTo(DeliveryStatus.SKIPPED);
  }

  @Test
  void aVerificationThatCannotExpireStopsNoOther() {
    List<Endpoint> pending = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      pending.add(house.pending(receiver.url()));
    }
    Endpoint bad = pending.get(4);
    house.execute(
        "UPDATE webhook_endpoint SET event_types = ARRAY[NULL]::text[] WHERE id = $1", bad.id());
    VerificationExpiry expiry = new VerificationExpiry(house.database, house.clock);
    house.clock.advance(Duration.ofHours(24));

    expiry.runOnce();

    assertThat(house.rows("SELECT FROM webhook_endpoint WHERE verification_state = 'expired'"))
        .hasSize(9);
    assertThat(house.rows("SELECT kind, item_id FROM failed_work"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getString("kind")).isEqualTo("webhook_verification");
              assertThat(row.getString("item_id")).isEqualTo(bad.id().toString());
            });
    assertThat(expiry.runOnce()).isZero();
  }

  @Test
  void aPingIsSentAtOnceAndLogged() {
    Endpoint endpoint = house.endpoint(receiver.url(), List.of("call.*"), true);
    Delivery ping =
        house.deliver(
            new DirectDeliveryFactory("sandbox", house.random)
                .ping(endpoint, house.clock.instant()));
    var sent =
        new ImmediateDispatcher(
                house.vertx, house.database, house.first.dispatcher, house.first.ends)
            .now(house.tenantId, ping.id());
    Await.until(
        "it has ended",
        () -> {
          house.first.write();
          return sent.isComplete();
        });
    assertThat(house.log(endpoint).get(0).attempts()).hasSize(1);
    assertThat(receiver.got.get(0).json().path("data")).isEqualTo(Json.object());
  }

  @Test
  void waitsForAnAttemptThatIsUnderWayWithoutAskingTheDatabaseAgain() {
    Endpoint endpoint = house.endpoint(receiver.url(), List.of("call.*"), true);
    AtomicReference<HttpServerRequest> held = new AtomicReference<>();
    receiver.answers((request, body) -> held.set(request));
    Delivery ping =
        house.deliver(
            new DirectDeliveryFactory("sandbox", house.random)
                .ping(endpoint, house.clock.instant()));
    house.first.due(endpoint);
    house.first.dispatcher.runOnce();
    Await.until("the loop sends it", () -> held.get() != null);
    Database own =
        Database.open(
            house.vertx,
            WebhookDeliveryFixture.options(house.testDatabase.service())
                .addProperty("application_name", "one-look"),
            1);
    var sent =
        new ImmediateDispatcher(house.vertx, own, house.first.dispatcher, house.first.ends)
            .now(house.tenantId, ping.id());
    Await.until(
        "it has looked once",
        () ->
            !house
                .rows(
                    "SELECT FROM pg_stat_activity WHERE application_name = 'one-look'"
                        + " AND state = 'idle' AND query = 'COMMIT'")
                .isEmpty());
    own.close().await();
    held.get().response().end();
    Await.until(
        "it has ended",
        () -> {
          house.first.write();
          return sent.isComplete();
        });
    sent.await();
    assertThat(house.log(endpoint).get(0).attempts()).hasSize(1);
  }

  @Test
  void givesUpWaitingForAnAttemptOfAnotherNode() {
    Endpoint endpoint = house.endpoint(receiver.url(), List.of("call.*"), true);
    receiver.answers((request, body) -> {});
    Delivery ping =
        house.deliver(
            new DirectDeliveryFactory("sandbox", house.random)
                .ping(endpoint, house.clock.instant()));
    WebhookDeliveryFixture.Node other = house.node();
    other.due(endpoint);
    other.dispatcher.runOnce();
    Await.until("the other node sends it", () -> receiver.got.size() == 1);
    var waited =
        new ImmediateDispatcher(
                house.vertx,
                house.database,
                house.first.dispatcher,
                house.first.ends,
                Duration.ofMillis(200))
            .now(house.tenantId, ping.id());
    Await.until("the wait is over", waited::succeeded);
    assertThat(house.log(endpoint).get(0).attempts()).isEmpty();
    other.courier.close().await();
  }

  @Test
  void aReplaySendsTheSameEventsAgain() {
    Endpoint endpoint = house.endpoint(receiver.url());
    house.events(450);
    house.first.work();
    UUID run = replay(endpoint, false);
    while (house.first.replays.runOnce()) {
      house.first.send();
    }
    house.first.send();
    assertThat(house.log(endpoint)).hasSize(900);
    assertThat(house.log(endpoint)).filteredOn(one -> run.equals(one.runId())).hasSize(450);
    assertThat(receiver.got).extracting(Receiver.Got::id).hasSize(900);
    assertThat(receiver.got.stream().map(Receiver.Got::id).distinct()).hasSize(450);
    assertThat(house.rows("SELECT state FROM webhook_replay").get(0).getString(0))
        .isEqualTo("done");
  }

  @Test
  void aReplayOfWhatFailedLeavesOutTheRest() {
    Endpoint endpoint = house.endpoint(receiver.url());
    house.events(3);
    house.first.work();
    house.update(house.find(endpoint).with(EndpointStatus.DISABLED, house.clock.instant()));
    house.events(2);
    house.first.work();
    house.update(house.find(endpoint).with(EndpointStatus.ACTIVE, house.clock.instant()));
    replay(endpoint, true);
    while (house.first.replays.runOnce()) {
      house.first.send();
    }
    assertThat(receiver.got).hasSize(5);
    assertThat(receiver.got.stream().map(Receiver.Got::id).distinct()).hasSize(5);
  }

  private UUID replay(Endpoint endpoint, boolean onlyFailed) {
    UUID id = UUID.randomUUID();
    house.execute(
        "INSERT INTO webhook_replay (id, tenant_id, endpoint_id, cursor_xid, cursor_seq, end_xid,"
            + " only_failed, state, events, created_at) SELECT $1, $2, $3, '0'::xid8, 0,"
            + " pg_snapshot_xmin(pg_current_snapshot()), $4, 'running', 0, now()",
        id,
        house.tenantId,
        endpoint.id(),
        onlyFailed);
    return id;
  }
}
