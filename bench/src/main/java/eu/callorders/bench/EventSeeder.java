package eu.callorders.bench;

import java.sql.SQLException;
import java.util.UUID;

/** A month of events of one tenant, written past the service. */
public final class EventSeeder {
  private static final int PER_TRANSACTION = 1_000;

  private static final String PARTITIONS =
      """
      SELECT create_day_partition('event', day::date)
        FROM generate_series(now() - interval '30 days', now(), interval '1 day') AS day
      """;

  /** Ten events for each order, hundred for each enrollment, spread evenly over 30 days. */
  private static final String EVENTS =
      """
      INSERT INTO event
        (tenant_id, id, recorded_at, occurred_at, call_order_id, enrollment_id, type, envelope)
      SELECT ?::uuid,
             (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
               || '70008' || lpad(to_hex(n), 15, '0'))::uuid,
             at, at, md5((n / 10)::text)::uuid, md5((n / 100)::text)::uuid,
             (ARRAY['call_order.accepted', 'call_order.scheduled', 'call_order.dialing',
                    'call.started', 'call_order.in_progress', 'call.answered', 'call.ended',
                    'call.transcript_available', 'call_order.completed',
                    'call_order.updated'])[1 + n % 10],
             '{"data":"' || repeat(md5(n::text), 38) || '"}'
        FROM (SELECT n,
                     date_trunc('milliseconds',
                                now() - interval '29 days 23 hours' * (1 - n::float8 / ?)) AS at
                FROM generate_series(?::bigint, ?::bigint) AS n) AS numbered
      """;

  private EventSeeder() {}

  /** Writes so many, in transactions of a thousand. */
  public static void write(SqlSession session, UUID tenant, int events) throws SQLException {
    session.execute(PARTITIONS);
    for (int from = 0; from < events; from += PER_TRANSACTION) {
      int last = Math.min(events, from + PER_TRANSACTION) - 1;
      session.execute(EVENTS, tenant, events, from, last);
    }
    session.execute("VACUUM ANALYZE event");
  }
}
