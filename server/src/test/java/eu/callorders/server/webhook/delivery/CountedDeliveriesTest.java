package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Each delivery is counted once, when it ends. */
class CountedDeliveriesTest {
  private static final String COUNTED =
      """
      SELECT name AS status, sum(count)::int AS deliveries
        FROM hourly_count_queue
       WHERE kind = 'delivery'
       GROUP BY name
      """;

  private static final String LOGGED =
      """
      SELECT status, count(*)::int AS deliveries
        FROM webhook_delivery
       WHERE status IN ('succeeded', 'failed', 'skipped')
       GROUP BY status
      """;

  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;
  private final Receiver other = fixture.other;

  @Test
  void countsSuccessesAndFailures() {
    fixture.endpoint(receiver.url());
    fixture.endpoint(other.url());
    other.respondWith(410);
    fixture.events(3);
    fixture.first.processAll();

    assertThat(counted("succeeded")).isGreaterThanOrEqualTo(3);
    assertThat(counted("failed")).isPositive();
    assertThat(counts(COUNTED)).isEqualTo(counts(LOGGED));
  }

  @Test
  void countsRetriedDeliveryAtItsEnd() {
    fixture.setClockAhead();
    Endpoint endpoint = fixture.endpoint(receiver.url());
    receiver.respondWith(503);
    fixture.events(1);
    fixture.first.processAll();
    assertThat(counts(COUNTED)).isEmpty();

    receiver.respondWith(204);
    fixture.makeAllDue();
    fixture.first.offer(endpoint);
    fixture.first.sendAll();

    assertThat(counts(COUNTED)).isEqualTo(Map.of("succeeded", 1));
  }

  @Test
  void countsSkippedDeliveriesOfFanOutDispatchAndEndpoint() {
    Endpoint disabled = fixture.endpoint(receiver.url());
    Endpoint deleted = fixture.endpoint(other.url());
    fixture.update(disabled.with(EndpointStatus.DISABLED, fixture.clock.instant()));
    fixture.events(2);
    while (fixture.first.fanOut.runOnce() > 0) {
      // until all events are fanned out
    }
    assertThat(counts(COUNTED)).isEqualTo(Map.of("skipped", 2));

    fixture
        .database
        .asWorker(
            connection ->
                DeliveryStore.skipWaiting(connection, deleted, null, fixture.clock.instant()))
        .await();
    assertThat(counts(COUNTED)).isEqualTo(Map.of("skipped", 4));

    fixture.update(deleted.with(EndpointStatus.DISABLED, fixture.clock.instant()));
    fixture.ping(deleted);
    fixture.first.processAll();
    assertThat(counts(COUNTED)).isEqualTo(counts(LOGGED));
  }

  @Test
  void outcomeOfLostLeaseIsNotCounted() {
    fixture.endpoint(receiver.url());
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    fixture.first.dispatcher.runOnce();
    Await.until("the attempt has ended", () -> fixture.first.outcomes.size() == 1);
    fixture.execute("UPDATE webhook_delivery_queue SET fence = fence + 1");
    fixture.first.storeOutcomes();

    assertThat(counts(COUNTED)).isEmpty();
  }

  private int counted(String status) {
    return counts(COUNTED).getOrDefault(status, 0);
  }

  private Map<String, Integer> counts(String sql) {
    return fixture.rows(sql).stream()
        .collect(
            Collectors.toMap(row -> row.getString("status"), row -> row.getInteger("deliveries")));
  }
}
