package eu.callorders.server.predial;

import eu.callorders.core.predial.PredialCheck;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/** SQL of the tenants' checks. */
final class PredialCheckStore {
  private static final String FIND =
      """
      SELECT id, tenant_id, url, timeout_ms, on_failure, revision
        FROM predial_check
       WHERE tenant_id = ANY ($1)
      """;

  private static final String INSERT =
      """
      INSERT INTO predial_check
        (id, tenant_id, url, timeout_ms, on_failure, revision, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
      """;

  private static final String UPDATE =
      """
      UPDATE predial_check
         SET url = $3, timeout_ms = $4, on_failure = $5, revision = $6, updated_at = $7
       WHERE id = $1 AND tenant_id = $2
      """;

  private static final String DELETE = "DELETE FROM predial_check WHERE id = $1";

  private PredialCheckStore() {}

  /** By tenant; those without a check are absent. */
  static Future<Map<UUID, PredialSetting>> find(
      SqlConnection connection, Collection<UUID> tenantIds) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of((Object) tenantIds.toArray(UUID[]::new)))
        .map(RowMapper.toMap(row -> row.getUUID("tenant_id"), PredialCheckStore::setting));
  }

  static Future<Void> insert(SqlConnection connection, PredialSetting setting, Instant now) {
    return Statements.updateOne(connection, INSERT, values(setting, now));
  }

  static Future<Void> update(SqlConnection connection, PredialSetting setting, Instant now) {
    return Statements.updateOne(connection, UPDATE, values(setting, now));
  }

  static Future<Void> delete(SqlConnection connection, PredialSetting setting) {
    return Statements.updateOne(connection, DELETE, setting.id());
  }

  private static Tuple values(PredialSetting setting, Instant now) {
    PredialCheck check = setting.check();
    return Tuple.tuple()
        .addUUID(setting.id())
        .addUUID(setting.tenantId())
        .addString(check.url())
        .addInteger((int) check.timeout().toMillis())
        .addString(check.onFailure().wire())
        .addInteger(setting.revision())
        .addOffsetDateTime(RowMapper.time(now));
  }

  private static PredialSetting setting(Row row) {
    return new PredialSetting(
        row.getUUID("id"),
        row.getUUID("tenant_id"),
        new PredialCheck(
            row.getString("url"),
            Duration.ofMillis(row.getInteger("timeout_ms")),
            PredialCheck.OnFailure.of(row.getString("on_failure"))),
        row.getInteger("revision"));
  }
}
