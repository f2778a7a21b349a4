package eu.callorders.server.webhook.delivery;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.statistics.CountKey;
import eu.callorders.server.statistics.HourlyCountStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Inserts deliveries in bulk and queues the wanted ones. */
public final class DeliveryWriter {
  private static final String INSERT =
      """
      WITH made AS MATERIALIZED (
        SELECT *
          FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[],
                      $7::boolean[])
               AS d (tenant_id, id, endpoint_id, event_id, event_recorded_at, event_type, wanted)),
      logged AS (
        INSERT INTO webhook_delivery
          (tenant_id, created_at, id, endpoint_id, replay_id, event_id, event_recorded_at,
           event_type, status, next_attempt_at)
        SELECT tenant_id, $8, id, endpoint_id, $9, event_id, event_recorded_at, event_type,
               CASE WHEN wanted THEN 'pending' ELSE 'skipped' END,
               CASE WHEN wanted THEN $8::timestamptz END
          FROM made)
      INSERT INTO webhook_delivery_queue
        (tenant_id, created_at, delivery_id, endpoint_id, priority, due_at)
      SELECT tenant_id, $8, id, endpoint_id, CASE WHEN $9::uuid IS NULL THEN 0 ELSE 1 END, now()
        FROM made
       WHERE wanted
      """;

  private final InstantSource realTime;
  private final RandomGenerator random;

  public DeliveryWriter(InstantSource realTime, RandomGenerator random) {
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * One event for one endpoint.
   *
   * @param wanted false stores the delivery as skipped
   */
  public record Item(
      UUID tenantId,
      UUID endpointId,
      UUID eventId,
      Instant recordedAt,
      String eventType,
      boolean wanted) {}

  /**
   * Inserts deliveries.
   *
   * @param runId of the replay; null for new events
   */
  public Future<Void> insert(SqlConnection connection, List<Item> items, @Nullable UUID runId) {
    if (items.isEmpty()) {
      return Future.succeededFuture();
    }
    Instant now = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    List<CountKey> skipped =
        items.stream()
            .filter(item -> !item.wanted())
            .map(item -> CountKey.delivery(item.tenantId(), DeliveryStatus.SKIPPED.wire(), now))
            .toList();
    Future<?> inserted =
        BatchStatement.of(INSERT, items)
            .uuids(Item::tenantId)
            .uuids(item -> UuidV7.at(now, random))
            .uuids(Item::endpointId)
            .uuids(Item::eventId)
            .times(Item::recordedAt)
            .strings(Item::eventType)
            .booleans(Item::wanted)
            .value(RowMapper.time(now))
            .value(runId)
            .execute(connection);
    return Future.join(inserted, HourlyCountStore.add(connection, skipped)).mapEmpty();
  }
}
