package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.endpoint.Endpoint;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class ImmediateDispatcherTest {
  /** Longer than any machine needs for the attempt and its outcome. */
  private static final Duration LONG_WAIT = Duration.ofMinutes(10);

  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;

  @Test
  void sendsPingAtOnceAndLogsIt() {
    Endpoint endpoint = fixture.endpoint(receiver.url(), List.of("call.*"), true);
    Delivery ping = fixture.ping(endpoint);
    var sent =
        new ImmediateDispatcher(
                fixture.vertx,
                fixture.database,
                fixture.first.dispatcher,
                fixture.first.outcomes,
                LONG_WAIT)
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
            ConnectOptions.to(fixture.testDatabase.service())
                .addProperty("application_name", "one-look"),
            1);
    var sent =
        new ImmediateDispatcher(
                fixture.vertx, own, fixture.first.dispatcher, fixture.first.outcomes, LONG_WAIT)
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
    WebhookNode other = fixture.node();
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
}
