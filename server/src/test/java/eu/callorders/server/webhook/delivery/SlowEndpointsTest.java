package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.webhook.endpoint.Endpoint;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Endpoints that respond successfully but slowly and use the whole capacity of a node. */
@Tag("long")
class SlowEndpointsTest {
  private static final int CAPACITY = 20;

  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver slow = fixture.receiver;
  private final Receiver prompt = fixture.other;
  private final WebhookNode node =
      fixture.node(new ConcurrencyLimiter.Limits(CAPACITY, CAPACITY, 20, 64L << 20, 1L << 20));
  private final List<HttpServerRequest> held = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    node.sender.close().await();
  }

  @Test
  void deliversForOtherTenantDuringSlowResponses() {
    for (int i = 0; i < CAPACITY; i++) {
      fixture.endpoint(slow.url() + "&endpoint=" + i);
    }
    fixture.events(1);
    node.processAll();
    assertThat(slow.requests).hasSize(CAPACITY);
    slow.respondWith((request, body) -> held.add(request));
    fixture.events(3);
    startAll();
    int outstanding = node.dispatcher.inFlightCount();
    Await.until("the slow endpoints have the requests", () -> held.size() == outstanding);
    fixture.execute(
        "UPDATE webhook_delivery_queue SET due_at = now() + interval '1 hour' WHERE owner IS NOT"
            + " NULL");

    UUID otherTenant = fixture.tenant();
    Endpoint endpoint = fixture.endpoint(otherTenant, prompt.url(), null, false);
    fixture.events(otherTenant, 1);
    startAll();

    Await.until("the other tenant has its webhook", () -> prompt.requests.size() == 1);
    Await.until("its end is known", () -> node.dispatcher.inFlightCount() == outstanding);
    node.storeOutcomes();
    assertThat(fixture.log(endpoint))
        .singleElement()
        .extracting(Delivery::status)
        .isEqualTo(DeliveryStatus.SUCCEEDED);
    assertThat(held).hasSize(outstanding);

    slow.respondWith(204);
    held.forEach(request -> request.response().setStatusCode(204).end());
    Await.until("the slow answers have arrived", () -> node.dispatcher.inFlightCount() == 0);
    node.processAll();
    assertThat(fixture.log())
        .hasSize(4 * CAPACITY + 1)
        .allSatisfy(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SUCCEEDED));
  }

  /** Starts all allowed deliveries without waiting for responses. */
  private void startAll() {
    while (node.fanOut.runOnce() > 0) {
      // until all events are fanned out
    }
    while (node.dispatcher.runOnce().isZero()) {
      // until no more may start
    }
  }
}
