package eu.callorders.server.auth;

import eu.callorders.server.auth.Registration.Secret;
import eu.callorders.server.auth.Registration.Settings;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.ratelimit.RateLimit;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

final class RegistrationStore {
  private static final String INSERT =
      """
      INSERT INTO client_registration
        (id, tenant_id, name, scopes, allowlist, disabled, rate_per_second, rate_burst,
         created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      """;

  private static final String UPDATE =
      """
      UPDATE client_registration
      SET name = $3, scopes = $4, allowlist = $5, disabled = $6, rate_per_second = $7,
          rate_burst = $8, updated_at = $9
      WHERE id = $1 AND tenant_id = $2
      """;

  private static final String SELECT =
      """
      SELECT r.id, r.tenant_id, r.name, r.scopes, r.allowlist, r.disabled, r.rate_per_second,
        r.rate_burst, r.created_at, r.updated_at, l.locked_until,
        ARRAY(SELECT s.id FROM client_secret s
              WHERE s.registration_id = r.id ORDER BY s.created_at DESC, s.id DESC) AS secret_ids,
        ARRAY(SELECT s.created_at FROM client_secret s
              WHERE s.registration_id = r.id ORDER BY s.created_at DESC, s.id DESC) AS secrets_made,
        ARRAY(SELECT s.revoked_at FROM client_secret s
              WHERE s.registration_id = r.id ORDER BY s.created_at DESC, s.id DESC) AS secrets_ended
      FROM client_registration r
      LEFT JOIN client_lockout l ON l.registration_id = r.id AND l.address = ''
      """;

  private static final String FIND = SELECT + "WHERE r.id = $1 AND r.tenant_id = $2 LIMIT 1";

  private static final String LIST =
      SELECT
          + """
          WHERE r.tenant_id = $1
            AND r.id < $2
          ORDER BY r.id DESC
          LIMIT $3
          """;

  private static final String LOCK =
      "SELECT id FROM client_registration WHERE id = $1 AND tenant_id = $2 FOR UPDATE";

  /** Greater than every identifier. */
  private static final UUID LAST = new UUID(-1, -1);

  private RegistrationStore() {}

  static Future<Void> insert(SqlConnection connection, Registration registration) {
    Tuple values = Tuple.of(registration.id(), registration.tenantId());
    addSettings(values, registration.settings());
    values
        .addValue(RowMapper.time(registration.createdAt()))
        .addValue(RowMapper.time(registration.updatedAt()));
    return connection.preparedQuery(INSERT).execute(values).mapEmpty();
  }

  static Future<Void> update(
      SqlConnection connection, UUID tenantId, UUID id, Settings settings, Instant now) {
    Tuple values = Tuple.of(id, tenantId);
    addSettings(values, settings);
    values.addValue(RowMapper.time(now));
    return Statements.updateOne(connection, UPDATE, values);
  }

  private static void addSettings(Tuple values, Settings settings) {
    RateLimit rate = settings.rateLimit();
    values
        .addString(settings.name())
        .addArrayOfString(
            settings.scopes().stream().sorted().map(Scope::wire).toArray(String[]::new))
        .addArrayOfString(settings.allowlist().toArray(String[]::new))
        .addBoolean(settings.disabled())
        .addInteger(rate == null ? null : rate.perSecond())
        .addInteger(rate == null ? null : rate.burst());
  }

  /** Locks the registration for the transaction; false when it does not exist. */
  static Future<Boolean> lock(SqlConnection connection, UUID tenantId, UUID id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(id, tenantId))
        .map(rows -> rows.size() == 1);
  }

  static Future<Optional<Registration>> find(SqlClient connection, UUID tenantId, UUID id) {
    return select(connection, FIND, Tuple.of(id, tenantId))
        .map(found -> found.stream().findFirst());
  }

  /** The newest {@code limit} registrations older than {@code before}, newest first. */
  static Future<List<Registration>> list(
      SqlClient connection, UUID tenantId, @Nullable UUID before, int limit) {
    return select(connection, LIST, Tuple.of(tenantId, before == null ? LAST : before, limit));
  }

  private static Future<List<Registration>> select(
      SqlClient connection, String statement, Tuple values) {
    return Statements.list(connection, statement, values, RegistrationStore::registration);
  }

  private static Registration registration(Row row) {
    return new Registration(
        row.getUUID("id"),
        row.getUUID("tenant_id"),
        new Settings(
            row.getString("name"),
            Scope.ofAll(List.of(row.getArrayOfStrings("scopes"))),
            List.of(row.getArrayOfStrings("allowlist")),
            row.getBoolean("disabled"),
            rateLimit(row)),
        RowMapper.instant(row, "created_at"),
        RowMapper.instant(row, "updated_at"),
        secrets(row),
        RowMapper.instantOrNull(row, "locked_until"));
  }

  static @Nullable RateLimit rateLimit(Row row) {
    return RateLimit.ofNullable(row.getInteger("rate_per_second"), row.getInteger("rate_burst"));
  }

  private static List<Secret> secrets(Row row) {
    UUID[] ids = row.getArrayOfUUIDs("secret_ids");
    OffsetDateTime[] made = row.getArrayOfOffsetDateTimes("secrets_made");
    @Nullable OffsetDateTime[] ended = row.getArrayOfOffsetDateTimes("secrets_ended");
    List<Secret> secrets = new ArrayList<>();
    for (int i = 0; i < ids.length; i++) {
      secrets.add(
          new Secret(ids[i], made[i].toInstant(), ended[i] == null ? null : ended[i].toInstant()));
    }
    return secrets;
  }
}
