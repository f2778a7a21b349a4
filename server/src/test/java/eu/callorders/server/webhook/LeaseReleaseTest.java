package eu.callorders.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a node that stops gives back. */
class LeaseReleaseTest {
  private static final String LEASED =
      """
      INSERT INTO webhook_delivery_queue
        (tenant_id, created_at, delivery_id, endpoint_id, priority, due_at, lease_until, owner)
      SELECT $1, now(), gen_random_uuid(), gen_random_uuid(), 0, now() + interval '20 seconds',
             now() + interval '20 seconds', $2
        FROM generate_series(1, $3)
      """;

  private final WebhookDeliveryFixture house = new WebhookDeliveryFixture(Set.of());

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void leasesOfTheNodeEndBatchByBatchAndThoseOfOthersStay() {
    UUID other = UUID.randomUUID();
    house.execute(LEASED, house.tenantId, house.first.id, 401);
    house.execute(LEASED, house.tenantId, other, 1);

    house.first.dispatcher.release();

    assertThat(house.rows("SELECT owner FROM webhook_delivery_queue WHERE owner IS NOT NULL"))
        .extracting(row -> row.getUUID(0))
        .containsExactly(other);
  }
}
