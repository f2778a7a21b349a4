package eu.callorders.server.statistics;

import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The hourly counts and their queue. */
public final class HourlyCountStore {
  /** In place of a tenant: the counts of all tenants. */
  public static final UUID ALL_TENANTS = new UUID(0, 0);

  private static final String QUEUE =
      """
      INSERT INTO hourly_count_queue (tenant_id, kind, name, hour, count)
      SELECT tenant_id, kind, name, hour, count
        FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::int[])
          AS new (tenant_id, kind, name, hour, count)
      """;

  /** In the order of the keys, so that two nodes cannot block each other. */
  private static final String FOLD =
      """
      WITH taken AS (
        DELETE FROM hourly_count_queue
         WHERE id = ANY (ARRAY(
                 SELECT id
                   FROM hourly_count_queue
                  ORDER BY id
                  LIMIT $1
                    FOR UPDATE SKIP LOCKED))
        RETURNING tenant_id, hour, kind, name, count),
      added AS (
        INSERT INTO hourly_count AS c (tenant_id, hour, kind, name, count)
        SELECT tenant_id, hour, kind, name, sum(count)
          FROM (SELECT tenant_id, hour, kind, name, count FROM taken
                 UNION ALL
                SELECT $2::uuid, hour, kind, name, count FROM taken) AS counted
         GROUP BY tenant_id, hour, kind, name
         ORDER BY tenant_id, hour, kind, name
        ON CONFLICT (tenant_id, hour, kind, name) DO UPDATE SET count = c.count + excluded.count)
      SELECT count(*) FROM taken
      """;

  /** One statement sees each count in one of the two tables. */
  static final String READ =
      """
      SELECT kind, name, floor(extract(epoch FROM hour - $2::timestamptz) / $4::bigint)::int AS step,
             sum(count)::bigint AS count
        FROM (SELECT kind, name, hour, count
                FROM hourly_count
               WHERE tenant_id = $1 AND hour >= $2 AND hour < $3
               UNION ALL
              SELECT kind, name, hour, count
                FROM hourly_count_queue
               WHERE hour >= $2 AND hour < $3 AND ($1 = $5::uuid OR tenant_id = $1)) AS counted
       GROUP BY 1, 2, 3
      """;

  static final String PURGE_DELIVERIES =
      """
      DELETE FROM hourly_count
       WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM hourly_count
                WHERE kind = 'delivery' AND hour < $1
                ORDER BY hour
                LIMIT $2))
      """;

  private HourlyCountStore() {}

  /** Counts each of these once, in the caller's transaction. */
  public static Future<Void> add(SqlConnection connection, Collection<CountKey> items) {
    Map<CountKey, Long> counts =
        items.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    return BatchStatement.of(QUEUE, counts.entrySet())
        .uuids(each -> each.getKey().tenantId())
        .strings(each -> each.getKey().kind().wire())
        .strings(each -> each.getKey().name())
        .times(each -> each.getKey().hour())
        .ints(each -> each.getValue().intValue())
        .update(connection);
  }

  /** Adds queued counts to the hourly ones; returns how many, at most {@code limit}. */
  static Future<Integer> fold(SqlConnection connection, int limit) {
    return Statements.one(
        connection, FOLD, Tuple.of(limit, ALL_TENANTS), row -> row.getLong(0).intValue());
  }

  /**
   * The counts of each step, in their order.
   *
   * @param tenantId or {@link #ALL_TENANTS}
   */
  public static Future<List<StepCounts>> read(
      SqlConnection connection, UUID tenantId, StepRange range) {
    List<StepCounts> steps = emptySteps(range);
    return connection
        .preparedQuery(READ)
        .execute(parameters(tenantId, range))
        .map(
            rows -> {
              rows.forEach(row -> add(steps.get(row.getInteger("step")), row));
              return steps;
            });
  }

  public static List<StepCounts> emptySteps(StepRange range) {
    return Stream.generate(StepCounts::new).limit(range.size()).toList();
  }

  static Tuple parameters(UUID tenantId, StepRange range) {
    return Tuple.of(
        tenantId,
        RowMapper.time(range.from()),
        RowMapper.time(range.to()),
        range.step().toSeconds(),
        ALL_TENANTS);
  }

  private static void add(StepCounts step, Row row) {
    step.add(CountKind.of(row.getString("kind")), row.getString("name"), row.getLong("count"));
  }

  /** Deletes counts of deliveries of hours before that instant; returns how many. */
  public static Future<Integer> purgeDeliveries(
      SqlConnection connection, Instant before, int limit) {
    return Statements.update(connection, PURGE_DELIVERIES, Tuple.of(RowMapper.time(before), limit));
  }
}
