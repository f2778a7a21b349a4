package eu.callorders.bench.webhooks;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Random;
import java.util.UUID;

/** New events of about 1.2 KB, written past the service, as it would write them. */
final class EventInserter {
  private static final String MANY =
      """
      INSERT INTO event (tenant_id, id, recorded_at, occurred_at, type, envelope)
      SELECT t.id,
             (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
               || '7' || lpad(to_hex((random() * 4095)::int), 3, '0')
               || '8' || substr(md5(random()::text), 1, 15))::uuid,
             at, at, 'call_order.accepted', '{"data":"' || repeat(md5(n::text), 38) || '"}'
        FROM unnest(?::uuid[]) AS t (id),
             (SELECT n, date_trunc('milliseconds', clock_timestamp()) AS at
                FROM generate_series(1, ?) AS n) AS numbered
      """;

  private static final String ONE =
      """
      INSERT INTO event (tenant_id, id, recorded_at, occurred_at, type, envelope)
      VALUES (?, ?, ?, ?, 'call_order.accepted', ?)
      """;

  private static final String ENVELOPE = "{\"data\":\"" + "0123456789abcdef".repeat(76) + "\"}";

  private final Connection connection;
  private final Random random;

  EventInserter(Connection connection, long seed) {
    this.connection = connection;
    this.random = new Random(seed);
  }

  /** So many for each tenant, in one transaction. */
  void write(Collection<UUID> tenants, int each) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(MANY)) {
      insert.setArray(1, connection.createArrayOf("uuid", tenants.toArray()));
      insert.setInt(2, each);
      insert.execute();
    }
  }

  /** One; answers its identifier as receivers see it. */
  String write(UUID tenant) throws SQLException {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    UUID id = UuidV7.at(now, random);
    try (PreparedStatement insert = connection.prepareStatement(ONE)) {
      insert.setObject(1, tenant);
      insert.setObject(2, id);
      insert.setObject(3, now.atOffset(ZoneOffset.UTC));
      insert.setObject(4, now.atOffset(ZoneOffset.UTC));
      insert.setString(5, ENVELOPE);
      insert.execute();
    }
    return IdKind.EVENT.format(id);
  }
}
