package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.webhook.endpoint.Endpoint;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Locked rows do not block other work. */
class WebhookDeliveryLocksTest {
  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;
  private final Endpoint endpoint = fixture.endpoint(receiver.url());

  @Test
  void lockedDeliveryDoesNotBlockOthers() {
    fixture.events(5);
    fixture.first.fanOut.runOnce();
    assertDoesNotWait(
        "SELECT FROM webhook_delivery_queue ORDER BY delivery_id LIMIT 1 FOR UPDATE",
        () -> fixture.first.sendAll());
    assertThat(receiver.requests).hasSize(4);
  }

  @Test
  void lockedReplayDoesNotBlockOthers() {
    fixture.events(5);
    fixture.first.fanOut.runOnce();
    fixture.execute(
        "UPDATE webhook_delivery_queue SET priority = 1 WHERE tenant_id = $1", fixture.tenantId);
    assertDoesNotWait(
        "SELECT FROM webhook_delivery_queue ORDER BY delivery_id LIMIT 1 FOR UPDATE",
        () -> fixture.first.sendAll());
    assertThat(receiver.requests).hasSize(4);
  }

  @Test
  void lockedEndpointDoesNotBlockOthers() {
    Endpoint other = fixture.endpoint(receiver.url());
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    assertDoesNotWait(
        "SELECT FROM webhook_endpoint WHERE id = '" + endpoint.id() + "' FOR UPDATE",
        () -> fixture.first.sendAll());
    assertThat(fixture.log(other))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.SUCCEEDED);
    assertThat(fixture.log(endpoint))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.PENDING);
  }

  @Test
  void immediateSendDoesNotWaitForLocks() {
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    Delivery delivery = fixture.log().getFirst();
    assertDoesNotWait(
        "SELECT FROM webhook_delivery_queue FOR UPDATE",
        () ->
            assertThat(fixture.first.dispatcher.sendNow(fixture.tenantId, delivery.id()).await())
                .isFalse());
    assertDoesNotWait(
        "SELECT FROM webhook_endpoint FOR UPDATE",
        () ->
            assertThat(fixture.first.dispatcher.sendNow(fixture.tenantId, delivery.id()).await())
                .isFalse());
  }

  @Test
  void lockedEventDoesNotBlockOthers() {
    fixture.events(5);
    assertDoesNotWait(
        "SELECT FROM webhook_event_queue ORDER BY event_id LIMIT 1 FOR UPDATE",
        () -> fixture.first.fanOut.runOnce());
    assertThat(fixture.log()).hasSize(4);
  }

  @Test
  void lockedDeliveryDoesNotBlockDisabling() {
    fixture.events(3);
    fixture.first.fanOut.runOnce();
    assertDoesNotWait(
        "SELECT FROM webhook_delivery_queue ORDER BY delivery_id LIMIT 1 FOR UPDATE",
        () ->
            fixture
                .database
                .asWorker(
                    connection ->
                        DeliveryStore.skipWaiting(
                            connection, endpoint, null, fixture.clock.instant()))
                .await());
    assertThat(fixture.log()).filteredOn(one -> one.status() == DeliveryStatus.SKIPPED).hasSize(2);
  }

  /** Runs work while rows are locked, and asserts that it does not wait for them. */
  private void assertDoesNotWait(String rows, Runnable work) {
    try (HeldLocks held = HeldLocks.ofRows(fixture.vertx, fixture.testDatabase, rows)) {
      FutureTask<Void> task = new FutureTask<>(work, null);
      Thread.ofVirtual().start(task);
      Await.until("it is done or waits", () -> task.isDone() || !held.waiting().isEmpty());
      assertThat(held.waiting()).isEmpty();
      assertThat(task).succeedsWithin(Duration.ofSeconds(60));
    }
  }
}
