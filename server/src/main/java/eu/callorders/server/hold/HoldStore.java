package eu.callorders.server.hold;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.ClaimNumber;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.hold.HoldSource;
import eu.callorders.core.hold.HoldStatus;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.hold.NameHasher.NameHashes;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** SQL of holds. */
public final class HoldStore {
  static final String COLUMNS =
      """
      id, tenant_id, subject_reference, phone, claim_member, claim_value, reason, source, status,
      until, note, call_id, created_at, ended_at\
      """;

  private static final String INSERT =
      """
      INSERT INTO hold (id, tenant_id, subject_reference, phone, claim_member, claim_value,
        subject_hash, phone_hash, claim_hash, reason, source, until, note, call_id, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      """;

  /** Locks the row, so that its end does not change meanwhile. */
  private static final String FIND_SAME =
      "SELECT "
          + COLUMNS
          + """

            FROM hold
           WHERE tenant_id = $1
             AND lookup_hash = $2
             AND phone_hash IS NOT DISTINCT FROM $3
             AND claim_hash IS NOT DISTINCT FROM $4
             AND reason = $5
             AND source = $6
             AND status = 'active'
             FOR UPDATE
          """;

  /** Also restores the names of a hold whose person was erased and is named again. */
  private static final String EXTEND =
      """
      UPDATE hold
         SET until = $3, subject_reference = $4, phone = $5, claim_member = $6, claim_value = $7,
             redacted_at = NULL
       WHERE tenant_id = $1 AND id = $2
      """;

  private static final String FIND =
      "SELECT " + COLUMNS + " FROM hold WHERE tenant_id = $1 AND id = $2";

  private static final String LOCK = FIND + " FOR UPDATE";

  /** With no claim in {@code $3}: those that name none, else those that name any. */
  private static final String LOCK_OF_SUBJECT =
      "SELECT "
          + COLUMNS
          + """
            , claim_hash IS NULL OR claim_hash = ANY ($3) AS is_named
            FROM hold
           WHERE tenant_id = $1
             AND lookup_hash = $2
             AND (claim_hash IS NULL) = (cardinality($3) = 0)
             AND reason = ANY ($4)
             AND status = 'active'
           ORDER BY id
             FOR UPDATE
          """;

  private static final String COUNT_OF_NAME =
      """
      SELECT count(*)
        FROM (SELECT
                FROM hold
               WHERE tenant_id = $1 AND lookup_hash = $2 AND status = 'active'
               LIMIT $3) AS standing
      """;

  /** An ended hold needs no hashes. */
  private static final String END =
      """
      UPDATE hold h
         SET status = ended.status, ended_at = ended.ended_at, subject_hash = NULL,
             phone_hash = NULL, claim_hash = NULL,
             wakes_orders = EXISTS (SELECT FROM held_order o
                                     WHERE o.tenant_id = h.tenant_id AND o.hold_id = h.id)
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
          AS ended (tenant_id, id, status, ended_at)
       WHERE h.tenant_id = ended.tenant_id AND h.id = ended.id AND h.status = 'active'
      """;

  private final HoldKey key;

  public HoldStore(HoldKey key) {
    this.key = key;
  }

  /** Inserts a hold that stands. The caller holds its {@link HoldLocks}. */
  Future<Void> insert(SqlConnection connection, Hold hold) {
    return key.hasher(connection)
        .map(hasher -> hasher.names(hold.tenantId(), hold.names()))
        .compose(
            hashes ->
                Statements.updateOne(
                    connection,
                    INSERT,
                    hold.id(),
                    hold.tenantId(),
                    hold.names().subjectReference(),
                    e164(hold.names()),
                    claimMember(hold.names()),
                    claimValue(hold.names()),
                    hashes.subject(),
                    hashes.phone(),
                    hashes.claim(),
                    hold.reason(),
                    hold.source().wire(),
                    RowMapper.time(hold.until()),
                    hold.note(),
                    hold.callId(),
                    RowMapper.time(hold.createdAt())));
  }

  /** The hold that stands with the same names, reason and source, locked. */
  Future<Optional<Hold>> findSame(SqlConnection connection, Hold hold) {
    return key.hasher(connection)
        .map(hasher -> hasher.names(hold.tenantId(), hold.names()))
        .compose(
            (NameHashes hashes) ->
                findOne(
                    connection,
                    FIND_SAME,
                    Tuple.tuple()
                        .addUUID(hold.tenantId())
                        .addUUID(hashes.lookup())
                        .addUUID(hashes.phone())
                        .addUUID(hashes.claim())
                        .addString(hold.reason())
                        .addString(hold.source().wire())));
  }

  /** How many stand that calls find by the same name; no more than {@code limit} are counted. */
  Future<Long> countOfName(SqlConnection connection, UUID tenantId, HoldNames names, int limit) {
    return key.hasher(connection)
        .compose(
            hasher ->
                connection
                    .preparedQuery(COUNT_OF_NAME)
                    .execute(Tuple.of(tenantId, hasher.names(tenantId, names).lookup(), limit)))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  /** Saves another end and the names. */
  Future<Void> extend(SqlConnection connection, Hold hold) {
    return Statements.updateOne(
        connection,
        EXTEND,
        hold.tenantId(),
        hold.id(),
        RowMapper.time(hold.until()),
        hold.names().subjectReference(),
        e164(hold.names()),
        claimMember(hold.names()),
        claimValue(hold.names()));
  }

  public Future<Optional<Hold>> find(SqlConnection connection, UUID tenantId, UUID id) {
    return findOne(connection, FIND, Tuple.of(tenantId, id));
  }

  /** The hold, locked until the transaction ends. */
  Future<Optional<Hold>> findLocked(SqlConnection connection, UUID tenantId, UUID id) {
    return findOne(connection, LOCK, Tuple.of(tenantId, id));
  }

  private static Future<Optional<Hold>> findOne(
      SqlConnection connection, String statement, Tuple arguments) {
    return Statements.first(connection, statement, arguments, HoldStore::read);
  }

  /**
   * A hold that stands on a person.
   *
   * @param isNamed whether it names one of the given numbers, or no claim where none is given
   */
  public record SubjectHold(Hold hold, boolean isNamed) {}

  /**
   * The holds that stand on a person, locked until the transaction ends. The caller holds the
   * subject's lock.
   *
   * @param claims the numbers of one claim: holds on any claim; empty: holds that name no claim
   * @param reasons in wire form
   */
  public Future<List<SubjectHold>> findOfSubject(
      SqlConnection connection,
      TenantSubject subject,
      List<ClaimNumber> claims,
      Collection<String> reasons) {
    UUID tenantId = subject.tenantId();
    return key.hasher(connection)
        .compose(
            hasher ->
                connection
                    .preparedQuery(LOCK_OF_SUBJECT)
                    .execute(
                        Tuple.of(
                            tenantId,
                            hasher.subject(tenantId, subject.subjectReference()),
                            claims.stream()
                                .map(claim -> hasher.claim(tenantId, claim))
                                .toArray(UUID[]::new),
                            reasons.toArray(String[]::new))))
        .map(RowMapper.toList(row -> new SubjectHold(read(row), row.getBoolean("is_named"))));
  }

  /** Saves the end of holds that stand and are locked. */
  Future<Void> end(SqlConnection connection, List<Hold> ended) {
    return BatchStatement.of(END, ended)
        .uuids(Hold::tenantId)
        .uuids(Hold::id)
        .strings(hold -> hold.status().wire())
        .times(Hold::endedAt)
        .update(connection);
  }

  static Hold read(Row row) {
    return new Hold(
        row.getUUID("id"),
        row.getUUID("tenant_id"),
        new HoldNames(
            row.getString("subject_reference"),
            PhoneNumber.ofNullable(row.getString("phone")),
            claim(row)),
        row.getString("reason"),
        HoldSource.of(row.getString("source")),
        HoldStatus.of(row.getString("status")),
        RowMapper.instantOrNull(row, "until"),
        row.getString("note"),
        row.getUUID("call_id"),
        RowMapper.instant(row, "created_at"),
        RowMapper.instantOrNull(row, "ended_at"));
  }

  private static @Nullable ClaimNumber claim(Row row) {
    String member = row.getString("claim_member");
    return member == null
        ? null
        : new ClaimNumber(ClaimNumber.Kind.of(member).orElseThrow(), row.getString("claim_value"));
  }

  private static @Nullable String e164(HoldNames names) {
    return names.phone() == null ? null : names.phone().e164();
  }

  private static @Nullable String claimMember(HoldNames names) {
    return names.claim() == null ? null : names.claim().kind().wire();
  }

  private static @Nullable String claimValue(HoldNames names) {
    return names.claim() == null ? null : names.claim().value();
  }
}
