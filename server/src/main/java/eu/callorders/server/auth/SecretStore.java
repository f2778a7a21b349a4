package eu.callorders.server.auth;

import eu.callorders.server.auth.Registration.NewSecret;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

final class SecretStore {
  private static final String INSERT =
      """
      INSERT INTO client_secret (id, tenant_id, registration_id, slot, hash, created_at)
      SELECT $1::uuid, $2::uuid, $3::uuid, free.slot, $4::bytea, $5::timestamptz
      FROM (VALUES (1::smallint), (2::smallint)) AS free (slot)
      WHERE NOT EXISTS (
        SELECT FROM client_secret s
        WHERE s.registration_id = $3 AND s.slot = free.slot AND s.revoked_at IS NULL)
      ORDER BY free.slot
      LIMIT 1
      """;

  private static final String REVOKE =
      """
      UPDATE client_secret SET revoked_at = coalesce(revoked_at, $4), ends_tokens = $5
      WHERE id = $1 AND registration_id = $2 AND tenant_id = $3
        AND (revoked_at IS NULL OR ($5 AND NOT ends_tokens))
      """;

  private static final String REVOKE_OLDER =
      """
      UPDATE client_secret SET revoked_at = $3
      WHERE registration_id = $1 AND tenant_id = $2 AND revoked_at IS NULL
        AND id NOT IN (
          SELECT id FROM client_secret
          WHERE registration_id = $1 AND revoked_at IS NULL
          ORDER BY created_at DESC, id DESC LIMIT 1)
      """;

  private static final String ACTIVE =
      """
      SELECT id, hash FROM client_secret
      WHERE registration_id = $1 AND tenant_id = $2 AND revoked_at IS NULL
      """;

  private SecretStore() {}

  static Future<List<Credentials.Secret>> active(
      SqlConnection connection, UUID tenantId, UUID registrationId) {
    return Statements.list(
        connection,
        ACTIVE,
        Tuple.of(registrationId, tenantId),
        row -> new Credentials.Secret(row.getUUID("id"), row.getBuffer("hash").getBytes()));
  }

  /** Stores a secret; false when two are active. The registration must be locked. */
  static Future<Boolean> insert(
      SqlConnection connection, UUID tenantId, UUID registrationId, NewSecret secret) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(
                secret.id(),
                tenantId,
                registrationId,
                Buffer.buffer(secret.secret().hash()),
                RowMapper.time(secret.createdAt())))
        .map(rows -> rows.rowCount() == 1);
  }

  /**
   * Revokes a secret; false when there is nothing left to revoke. Tokens of an already revoked
   * secret can still be ended.
   */
  static Future<Boolean> revoke(
      SqlConnection connection,
      UUID tenantId,
      UUID registrationId,
      UUID secretId,
      Instant now,
      boolean endTokens) {
    return connection
        .preparedQuery(REVOKE)
        .execute(Tuple.of(secretId, registrationId, tenantId, RowMapper.time(now), endTokens))
        .map(rows -> rows.rowCount() == 1);
  }

  static Future<Void> revokeOlder(
      SqlConnection connection, UUID tenantId, UUID registrationId, Instant now) {
    return Statements.execute(
        connection, REVOKE_OLDER, Tuple.of(registrationId, tenantId, RowMapper.time(now)));
  }
}
