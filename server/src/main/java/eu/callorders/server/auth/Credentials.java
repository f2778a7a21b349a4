package eu.callorders.server.auth;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.network.Cidr;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The data for one authentication.
 *
 * @param disabled whether the registration or its tenant is disabled
 * @param addressKnownSince last success of the address within a day; else null
 * @param lockedUntil the lock that applies to the address; null when there is none
 */
record Credentials(
    UUID tenantId,
    UUID registrationId,
    Set<Scope> scopes,
    List<Cidr> allowlist,
    boolean disabled,
    List<Secret> secrets,
    @Nullable Instant addressKnownSince,
    @Nullable Instant lockedUntil) {
  private static final int MAX_SECRETS = 2;
  private static final byte[] NO_HASH = new byte[32];

  private static final String FIND =
      """
      SELECT r.tenant_id, r.id, r.scopes, r.allowlist, r.disabled OR t.disabled AS disabled,
        ARRAY(SELECT s.id FROM client_secret s
              WHERE s.registration_id = r.id AND s.revoked_at IS NULL ORDER BY s.slot) AS secrets,
        ARRAY(SELECT s.hash FROM client_secret s
              WHERE s.registration_id = r.id AND s.revoked_at IS NULL ORDER BY s.slot) AS hashes,
        own.last_authenticated_at,
        CASE WHEN own.address IS NULL THEN unknown.locked_until ELSE own.locked_until END
          AS locked_until
      FROM client_registration r
      JOIN tenant t ON t.id = r.tenant_id
      LEFT JOIN client_lockout unknown
        ON unknown.registration_id = r.id AND unknown.address = ''
      LEFT JOIN client_lockout own
        ON own.registration_id = r.id AND own.address = $2 AND own.last_authenticated_at > $3
      WHERE r.id = $1
      """;

  /** An active secret as stored. */
  @SuppressWarnings("ArrayRecordComponent") // compared in constant time, never by equals
  record Secret(UUID id, byte[] hash) {}

  /**
   * @param address the group of {@link ClientAddress#group}
   */
  static Future<Optional<Credentials>> find(
      SqlClient connection, UUID registrationId, String address, Instant now) {
    Instant knownAfter = now.minus(LockoutStore.KNOWN_FOR).minus(LockoutStore.UPDATE_INTERVAL);
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(registrationId, address, RowMapper.time(knownAfter)))
        .map(RowMapper.first(Credentials::read));
  }

  private static Credentials read(Row row) {
    UUID[] secretIds = row.getArrayOfUUIDs("secrets");
    Buffer[] hashes = row.getArrayOfBuffers("hashes");
    return new Credentials(
        row.getUUID("tenant_id"),
        row.getUUID("id"),
        Scope.ofAll(List.of(row.getArrayOfStrings("scopes"))),
        allowlist(row),
        row.getBoolean("disabled"),
        IntStream.range(0, secretIds.length)
            .mapToObj(i -> new Secret(secretIds[i], hashes[i].getBytes()))
            .toList(),
        RowMapper.instantOrNull(row, "last_authenticated_at"),
        RowMapper.instantOrNull(row, "locked_until"));
  }

  static List<Cidr> allowlist(Row row) {
    return Arrays.stream(row.getArrayOfStrings("allowlist")).map(Cidr::parse).toList();
  }

  /** The id of the presented secret if it is one of these. Takes constant time. */
  static Optional<UUID> match(List<Secret> secrets, ClientSecret presented) {
    byte[] hash = presented.hash();
    UUID matched = null;
    for (int slot = 0; slot < MAX_SECRETS; slot++) {
      Secret secret = slot < secrets.size() ? secrets.get(slot) : null;
      boolean equal = MessageDigest.isEqual(hash, secret == null ? NO_HASH : secret.hash());
      if (equal && secret != null) {
        matched = secret.id();
      }
    }
    return Optional.ofNullable(matched);
  }
}
