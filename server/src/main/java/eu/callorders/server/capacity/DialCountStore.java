package eu.callorders.server.capacity;

import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Counts running calls of tenants and their dials per local day. */
public final class DialCountStore {
  private static final String BEGIN =
      """
      INSERT INTO dial_count (tenant_id, day, ends_at, dials)
      SELECT tenant_id, day, ends_at, 0
        FROM unnest($1::uuid[], $2::date[], $3::timestamptz[]) AS begun (tenant_id, day, ends_at)
       ORDER BY tenant_id, day
      ON CONFLICT (tenant_id, day) DO NOTHING
      """;

  private static final String READ =
      """
      SELECT c.tenant_id, c.day, c.dials
        FROM dial_count c
        JOIN unnest($1::uuid[], $2::date[]) AS requested (tenant_id, day)
          ON c.tenant_id = requested.tenant_id AND c.day = requested.day
      """;

  private static final String LOCK = READ + "ORDER BY c.tenant_id, c.day FOR UPDATE OF c";

  private static final String ADD =
      """
      UPDATE dial_count AS c
         SET dials = c.dials + more.dials
        FROM unnest($1::uuid[], $2::date[], $3::int[]) AS more (tenant_id, day, dials)
       WHERE c.tenant_id = more.tenant_id AND c.day = more.day
      """;

  private static final String RUNNING =
      """
      SELECT tenant_id, count(*)::int AS calls
        FROM call_attempt
       WHERE tenant_id = ANY ($1) AND status IN ('placing', 'placed', 'ringing', 'answered')
       GROUP BY tenant_id
      """;

  private DialCountStore() {}

  public record TenantDay(UUID tenantId, LocalDate day) {}

  /**
   * Inserts counters for these days if absent.
   *
   * @param ends the end of each day in its tenant's time
   */
  public static Future<Void> ensure(SqlConnection connection, Map<TenantDay, Instant> ends) {
    List<TenantDay> days = List.copyOf(ends.keySet());
    return BatchStatement.of(BEGIN, days)
        .uuids(TenantDay::tenantId)
        .dates(TenantDay::day)
        .times(ends::get)
        .execute(connection)
        .mapEmpty();
  }

  /** Reads and locks the counters of days until the transaction ends. */
  public static Future<Map<TenantDay, Integer>> lock(
      SqlConnection connection, Collection<TenantDay> days) {
    return counts(connection, LOCK, days);
  }

  /** Reads the counters of days; a day without dials may be absent. */
  public static Future<Map<TenantDay, Integer>> read(
      SqlConnection connection, Collection<TenantDay> days) {
    return counts(connection, READ, days);
  }

  private static Future<Map<TenantDay, Integer>> counts(
      SqlConnection connection, String statement, Collection<TenantDay> days) {
    return BatchStatement.of(statement, days)
        .uuids(TenantDay::tenantId)
        .dates(TenantDay::day)
        .execute(connection)
        .map(
            RowMapper.toMap(
                row -> new TenantDay(row.getUUID("tenant_id"), row.getLocalDate("day")),
                row -> row.getInteger("dials")));
  }

  /** Number of running attempts of these tenants; tenants without any are absent. */
  public static Future<Map<UUID, Integer>> running(
      SqlConnection connection, Collection<UUID> tenantIds) {
    return connection
        .preparedQuery(RUNNING)
        .execute(Tuple.of((Object) tenantIds.toArray(UUID[]::new)))
        .map(RowMapper.toMap(row -> row.getUUID("tenant_id"), row -> row.getInteger("calls")));
  }

  /** Adds to the counters of days; a negative number subtracts. */
  public static Future<Void> add(SqlConnection connection, Map<TenantDay, Integer> dials) {
    List<TenantDay> days = List.copyOf(dials.keySet());
    return BatchStatement.of(ADD, days)
        .uuids(TenantDay::tenantId)
        .dates(TenantDay::day)
        .ints(dials::get)
        .update(connection);
  }
}
