package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.webhook.endpoint.Endpoint;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class NodeTakeoverTest {
  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;

  @Test
  void takesOverFromKilledNode() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.respondWith((request, body) -> held.add(request));
    WebhookNode killed = fixture.node();
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
    fixture.setClockAhead();
    Endpoint endpoint = fixture.endpoint(receiver.url());
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.respondWith((request, body) -> held.add(request));
    WebhookNode frozen = fixture.node();
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
    WebhookNode second = fixture.node();
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
}
