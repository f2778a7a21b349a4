package eu.callorders.server.webhook.endpoint;

import eu.callorders.core.id.UuidV7;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.encryption.EncryptedTable;
import eu.callorders.server.encryption.Keyring;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Signing secrets of endpoints of one kind, encrypted at rest. */
public final class EndpointSecrets {
  /** What the endpoints receive. The secrets of each kind have a table of their own. */
  public enum Kind {
    WEBHOOK("webhook_secret"),
    PREDIAL_CHECK("predial_secret");

    private final String table;

    Kind(String table) {
      this.table = table;
    }

    private String sql(String statement) {
      return statement.replace("{table}", table);
    }
  }

  /** How long the previous secret goes on signing after a rotation. */
  static final Duration OVERLAP = Duration.ofHours(24);

  private static final String INSERT =
      """
      INSERT INTO {table} (id, tenant_id, endpoint_id, ciphertext, created_at)
      VALUES ($1, $2, $3, $4, $5)
      """;

  private static final String RETIRE =
      """
      WITH retired AS (
        DELETE FROM {table}
         WHERE tenant_id = $1 AND endpoint_id = $2 AND retires_at IS NOT NULL)
      UPDATE {table} SET retires_at = $3
       WHERE tenant_id = $1 AND endpoint_id = $2 AND retires_at IS NULL
      """;

  private static final String DELETE =
      "DELETE FROM {table} WHERE tenant_id = $1 AND endpoint_id = $2";

  private static final String ACTIVE =
      """
      SELECT id, tenant_id, ciphertext
        FROM {table}
       WHERE tenant_id = $1 AND endpoint_id = $2 AND (retires_at IS NULL OR retires_at > $3)
       ORDER BY retires_at DESC NULLS FIRST
      """;

  private static final String COUNT_ENCRYPTED =
      """
      SELECT encode(substring(ciphertext FROM 2 FOR 8), 'hex') AS key, count(*) AS encrypted
        FROM {table}
       WHERE substring(ciphertext FROM 1 FOR 1) = '\\x01'
       GROUP BY 1
       ORDER BY 1
      """;

  private static final String SEALED_BY_OTHERS =
      """
      SELECT id::text AS id, tenant_id, ciphertext
        FROM {table}
       WHERE id::text > $1 AND substring(ciphertext FROM 2 FOR 8) <> $2
       ORDER BY id::text
       LIMIT $3
       FOR UPDATE SKIP LOCKED
      """;

  private static final String REENCRYPT =
      "UPDATE {table} SET ciphertext = $3 WHERE id = $1::text::uuid AND ciphertext = $2";

  private static final String PURGE =
      """
      DELETE FROM {table}
       WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM {table}
                WHERE retires_at < $1
                LIMIT $2))
      """;

  /** A secret is encrypted with an unknown key, or is malformed. */
  public static final class UnreadableSecretException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private UnreadableSecretException(UUID id, RuntimeException cause) {
      super("secret " + id + " unreadable", cause);
    }
  }

  private final Kind kind;
  private final Keyring keyring;
  private final SecureRandom random;

  public EndpointSecrets(Kind kind, Keyring keyring, SecureRandom random) {
    this.kind = kind;
    this.keyring = keyring;
    this.random = random;
  }

  /** Describes the encrypted secrets for re-encryption. */
  public static EncryptedTable encryptedTable(Kind kind) {
    return new EncryptedTable(
        kind.table + "s",
        kind.sql(COUNT_ENCRYPTED),
        kind.sql(SEALED_BY_OTHERS),
        kind.sql(REENCRYPT),
        row ->
            associatedData(kind, row.getUUID("tenant_id"), UUID.fromString(row.getString("id"))));
  }

  /** Adds a secret; the endpoint must have no secret but a retiring one. */
  public Future<SigningSecret> add(
      SqlConnection connection, UUID tenantId, UUID endpointId, Instant now) {
    SigningSecret secret = SigningSecret.generate(random);
    UUID id = UuidV7.at(now, random);
    byte[] ciphertext =
        keyring.encrypt(
            secret.encode().getBytes(StandardCharsets.US_ASCII),
            associatedData(kind, tenantId, id));
    return connection
        .preparedQuery(kind.sql(INSERT))
        .execute(Tuple.of(id, tenantId, endpointId, Buffer.buffer(ciphertext), RowMapper.time(now)))
        .map(result -> secret);
  }

  /**
   * Adds a new secret; the previous one signs for {@link #OVERLAP}, an older one no more. The
   * endpoint must be locked.
   */
  public Future<SigningSecret> rotate(
      SqlConnection connection, UUID tenantId, UUID endpointId, Instant now) {
    return connection
        .preparedQuery(kind.sql(RETIRE))
        .execute(Tuple.of(tenantId, endpointId, RowMapper.time(now.plus(OVERLAP))))
        .compose(retired -> add(connection, tenantId, endpointId, now));
  }

  /** Deletes the secrets of an endpoint. */
  public Future<Void> delete(SqlConnection connection, UUID tenantId, UUID endpointId) {
    return Statements.execute(connection, kind.sql(DELETE), Tuple.of(tenantId, endpointId));
  }

  /** Deletes at most {@code limit} secrets retired before that instant; returns how many. */
  public static Future<Integer> purge(
      SqlConnection connection, Kind kind, Instant before, int limit) {
    return Statements.update(connection, kind.sql(PURGE), Tuple.of(RowMapper.time(before), limit));
  }

  /**
   * The active secrets, newest first: one or two, none for a deleted endpoint. Fails with {@link
   * UnreadableSecretException}.
   */
  public Future<List<SigningSecret>> active(
      SqlConnection connection, UUID tenantId, UUID endpointId, Instant now) {
    return connection
        .preparedQuery(kind.sql(ACTIVE))
        .execute(Tuple.of(tenantId, endpointId, RowMapper.time(now)))
        .map(RowMapper.toList(this::decrypt));
  }

  private SigningSecret decrypt(Row row) {
    try {
      byte[] plaintext =
          keyring.decrypt(
              row.getBuffer("ciphertext").getBytes(),
              associatedData(kind, row.getUUID("tenant_id"), row.getUUID("id")));
      return SigningSecret.parse(new String(plaintext, StandardCharsets.US_ASCII));
    } catch (IllegalStateException | IllegalArgumentException e) {
      throw new UnreadableSecretException(row.getUUID("id"), e);
    }
  }

  private static byte[] associatedData(Kind kind, UUID tenantId, UUID id) {
    return (kind.table + " " + tenantId + " " + id).getBytes(StandardCharsets.US_ASCII);
  }
}
