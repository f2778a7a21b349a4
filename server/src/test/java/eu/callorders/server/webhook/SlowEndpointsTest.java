package eu.callorders.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Endpoints that answer successfully but slowly, as many as a node sends deliveries at once. */
class SlowEndpointsTest {
  private static final int MOST_AT_ONCE = 20;

  private final Vertx vertx = Vertx.vertx();
  private final Receiver slow = new Receiver(vertx);
  private final Receiver prompt = new Receiver(vertx);
  private final WebhookDeliveryFixture house =
      new WebhookDeliveryFixture(Set.of(slow.hostAndPort(), prompt.hostAndPort()));
  private final WebhookDeliveryFixture.Node node =
      house.node(
          new ConcurrencyLimiter.Limits(MOST_AT_ONCE, MOST_AT_ONCE, 20, 64L << 20, 1L << 20));
  private final List<HttpServerRequest> held = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    node.courier.close().await();
    house.close();
    vertx.close().await();
  }

  @Test
  void anotherTenantsDeliveriesArriveWhileSlowAnswersAreOutstanding() {
    for (int i = 0; i < MOST_AT_ONCE; i++) {
      house.endpoint(slow.url() + "&endpoint=" + i);
    }
    house.events(1);
    node.work();
    assertThat(slow.got).hasSize(MOST_AT_ONCE);
    slow.answers((request, body) -> held.add(request));
    house.events(3);
    begin();
    int outstanding = node.dispatcher.underWay();
    Await.until("the slow endpoints have the requests", () -> held.size() == outstanding);
    house.execute(
        "UPDATE webhook_delivery_queue SET due_at = now() + interval '1 hour' WHERE owner IS NOT"
            + " NULL");

    UUID bystander = house.tenant();
    Endpoint endpoint = house.endpoint(bystander, prompt.url(), null, false);
    house.events(bystander, 1);
    begin();

    Await.until("the bystander has its webhook", () -> prompt.got.size() == 1);
    Await.until("its end is known", () -> node.dispatcher.underWay() == outstanding);
    node.write();
    assertThat(house.log(endpoint))
        .singleElement()
        .extracting(Delivery::status)
        .isEqualTo(DeliveryStatus.SUCCEEDED);
    assertThat(held).hasSize(outstanding);

    slow.answers(204);
    held.forEach(request -> request.response().setStatusCode(204).end());
    Await.until("the slow answers have arrived", () -> node.dispatcher.underWay() == 0);
    node.work();
    assertThat(house.log())
        .hasSize(4 * MOST_AT_ONCE + 1)
        .allSatisfy(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SUCCEEDED));
  }

  /** Sends as much as may be under way, without waiting for answers. */
  private void begin() {
    while (node.fanOut.runOnce() > 0) {
      // as long as there are events
    }
    while (node.dispatcher.runOnce().isZero()) {
      // as long as more may begin
    }
  }
}
