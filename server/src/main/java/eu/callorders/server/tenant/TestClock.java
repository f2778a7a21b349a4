package eu.callorders.server.tenant;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The clock of a sandbox tenant: real time plus an offset that only grows. An advance stores a
 * target; a worker then moves the offset from one due instant to the next.
 */
public final class TestClock {
  private static final String READ =
      """
      SELECT id, now() + clock_offset_ms * interval '1 millisecond' AS now, clock_target
        FROM tenant
       WHERE id = $1
      """;

  private static final String WALKING =
      """
      SELECT id, now() + clock_offset_ms * interval '1 millisecond' AS now, clock_target
        FROM tenant
       WHERE clock_target IS NOT NULL
       ORDER BY id
       LIMIT 200
      """;

  private static final String SET_TARGET =
      """
      UPDATE tenant SET clock_target = GREATEST(clock_target, $2) WHERE id = $1
      """;

  private static final String MOVE =
      """
      UPDATE tenant
         SET clock_offset_ms = GREATEST(clock_offset_ms,
               ceil(extract(epoch FROM $2::timestamptz - clock_timestamp()) * 1000)::bigint)
       WHERE id = $1
      """;

  private static final String ARRIVE =
      """
      UPDATE tenant SET clock_target = NULL WHERE id = $1 AND clock_target <= $2
      """;

  /**
   * The state of a tenant's clock.
   *
   * @param target where it is advancing to; empty when idle
   */
  public record ClockState(UUID tenantId, Instant now, Optional<Instant> target) {

    /** {@code advancing} or {@code ready}. */
    public String status() {
      return target.isPresent() ? "advancing" : "ready";
    }
  }

  private TestClock() {}

  public static Future<Optional<ClockState>> read(SqlConnection connection, UUID tenantId) {
    return Statements.first(connection, READ, Tuple.of(tenantId), TestClock::state);
  }

  /** Up to 200 advancing clocks; others follow when these are done. */
  public static Future<List<ClockState>> findAdvancing(SqlConnection connection) {
    return connection.preparedQuery(WALKING).execute().map(RowMapper.toList(TestClock::state));
  }

  /** Sets the target; an earlier one than the present target has no effect. */
  public static Future<Void> advanceTo(SqlConnection connection, UUID tenantId, Instant target) {
    return Statements.updateOne(connection, SET_TARGET, tenantId, RowMapper.time(target));
  }

  /** Moves the clock forward to an instant; an earlier one has no effect. */
  public static Future<Void> moveTo(SqlConnection connection, UUID tenantId, Instant instant) {
    return Statements.updateOne(connection, MOVE, tenantId, RowMapper.time(instant));
  }

  /** Clears a reached target, unless a later one was set meanwhile. */
  public static Future<Void> clearTarget(SqlConnection connection, UUID tenantId, Instant target) {
    return Statements.execute(connection, ARRIVE, Tuple.of(tenantId, RowMapper.time(target)));
  }

  private static ClockState state(Row row) {
    return new ClockState(
        row.getUUID("id"),
        RowMapper.instant(row, "now"),
        Optional.ofNullable(RowMapper.instantOrNull(row, "clock_target")));
  }
}
