package eu.callorders.server.auth;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.UUID;

/** Counts failed authentications and stores known addresses. */
final class LockoutStore {
  /** The address of the row that counts failures of all unknown addresses. */
  static final String UNKNOWN_ADDRESSES = "";

  /** How long a success makes an address known. */
  static final Duration KNOWN_FOR = Duration.ofHours(24);

  /** Minimum age of a recorded success before it is updated. */
  static final Duration UPDATE_INTERVAL = Duration.ofMinutes(1);

  /** A crash may lose a failure; waiting for the disk would reveal known clients by timing. */
  private static final String DO_NOT_WAIT = "SET LOCAL synchronous_commit = off";

  private static final String ENSURE =
      """
      INSERT INTO client_lockout (registration_id, tenant_id, address)
      SELECT id, tenant_id, '' FROM client_registration WHERE id = $1 AND $2 = ''
      ON CONFLICT DO NOTHING
      """;

  private static final String LOCK =
      """
      SELECT failures, locks, locked_until FROM client_lockout
      WHERE registration_id = $1 AND address = $2
      FOR UPDATE
      """;

  private static final String UPDATE =
      """
      UPDATE client_lockout SET failures = $3, locks = $4, locked_until = $5
      WHERE registration_id = $1 AND address = $2
      """;

  private static final String NOTE_SUCCESS =
      """
      INSERT INTO client_lockout (registration_id, tenant_id, address, last_authenticated_at)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (registration_id, address)
      DO UPDATE SET last_authenticated_at = excluded.last_authenticated_at
      """;

  private static final String FORGET_ADDRESSES =
      """
      DELETE FROM client_lockout WHERE (registration_id, address) IN (
        SELECT registration_id, address FROM client_lockout
        WHERE registration_id = $1 AND last_authenticated_at < $2
        LIMIT 100
        FOR UPDATE SKIP LOCKED)
      """;

  private static final String UNLOCK =
      """
      UPDATE client_lockout SET failures = '{}', locks = 0, locked_until = NULL
      WHERE registration_id = $1
      """;

  private LockoutStore() {}

  /**
   * Counts one failure. For an unknown registration it executes the same statements without effect.
   *
   * @param address a known address, or {@link #UNKNOWN_ADDRESSES}
   */
  static Future<Void> countFailure(
      SqlConnection connection, UUID registrationId, String address, Instant now) {
    Tuple row = Tuple.of(registrationId, address);
    return connection
        .query(DO_NOT_WAIT)
        .execute()
        .compose(ignored -> connection.preparedQuery(ENSURE).execute(row))
        .compose(ensured -> connection.preparedQuery(LOCK).execute(row))
        .compose(
            rows -> {
              Lockout before =
                  rows.stream().map(LockoutStore::lockout).findFirst().orElse(Lockout.NONE);
              return update(connection, registrationId, address, before.addFailure(now));
            });
  }

  private static Future<Void> update(
      SqlConnection connection, UUID registrationId, String address, Lockout lockout) {
    OffsetDateTime[] failures =
        lockout.failures().stream().map(RowMapper::time).toArray(OffsetDateTime[]::new);
    return Statements.execute(
        connection,
        UPDATE,
        Tuple.of(registrationId, address)
            .addArrayOfOffsetDateTime(failures)
            .addInteger(lockout.locks())
            .addOffsetDateTime(RowMapper.time(lockout.lockedUntil())));
  }

  /** Records a successful authentication from the address. */
  static Future<Void> recordSuccess(
      SqlConnection connection, UUID registrationId, UUID tenantId, String address, Instant now) {
    return connection
        .preparedQuery(NOTE_SUCCESS)
        .execute(Tuple.of(registrationId, tenantId, address, RowMapper.time(now)))
        .compose(
            noted ->
                connection
                    .preparedQuery(FORGET_ADDRESSES)
                    .execute(
                        Tuple.of(
                            registrationId,
                            RowMapper.time(now.minus(KNOWN_FOR).minus(UPDATE_INTERVAL)))))
        .mapEmpty();
  }

  static Future<Void> unlock(SqlConnection connection, UUID registrationId) {
    return connection.preparedQuery(UNLOCK).execute(Tuple.of(registrationId)).mapEmpty();
  }

  private static Lockout lockout(Row row) {
    return new Lockout(
        Arrays.stream(row.getArrayOfOffsetDateTimes("failures"))
            .map(OffsetDateTime::toInstant)
            .toList(),
        row.getInteger("locks"),
        RowMapper.instantOrNull(row, "locked_until"));
  }
}
