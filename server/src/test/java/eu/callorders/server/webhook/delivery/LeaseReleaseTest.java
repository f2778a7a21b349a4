package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Releasing the leases of a stopping node. */
class LeaseReleaseTest {
  private static final String LEASED =
      """
      INSERT INTO webhook_delivery_queue
        (tenant_id, created_at, delivery_id, endpoint_id, priority, due_at, lease_until, owner)
      SELECT $1, now(), gen_random_uuid(), gen_random_uuid(), 0, now() + interval '20 seconds',
             now() + interval '20 seconds', $2
        FROM generate_series(1, $3)
      """;

  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();

  @Test
  void releasesOwnLeasesInBatchesAndKeepsOthers() {
    UUID other = UUID.randomUUID();
    fixture.execute(LEASED, fixture.tenantId, fixture.first.id, 401);
    fixture.execute(LEASED, fixture.tenantId, other, 1);

    fixture.first.dispatcher.release();

    assertThat(fixture.rows("SELECT owner FROM webhook_delivery_queue WHERE owner IS NOT NULL"))
        .extracting(row -> row.getUUID(0))
        .containsExactly(other);
  }
}
