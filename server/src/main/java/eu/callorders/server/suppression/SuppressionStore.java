package eu.callorders.server.suppression;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The do-not-call list. */
public final class SuppressionStore {
  /** Also enqueues the enforcement that follows the commit. */
  private static final String INSERT =
      """
      WITH entry AS (
        INSERT INTO suppression
          (id, tenant_id, phone, subject_reference, scope, source, reason, call_id, created_at)
        VALUES ($1, $2, $3, $4, 'voice', $5, $6, $7, $8)
        RETURNING id, tenant_id)
      INSERT INTO suppression_enforcement (suppression_id, tenant_id)
      SELECT id, tenant_id FROM entry
      """;

  /** At most one objection per call. */
  private static final String INSERT_OBJECTION =
      INSERT.replace(
          "RETURNING",
          "ON CONFLICT (call_id) WHERE source = 'in_call_request' DO NOTHING RETURNING");

  private static final String SUPPRESSED_PHONES =
      """
      SELECT DISTINCT s.tenant_id, s.phone
        FROM suppression s
        JOIN unnest($1::uuid[], $2::text[]) AS requested (tenant_id, phone)
          ON s.tenant_id = requested.tenant_id AND s.phone = requested.phone
      """;

  private static final String SUPPRESSED_SUBJECTS =
      """
      SELECT DISTINCT s.tenant_id, s.subject_reference
        FROM suppression s
        JOIN unnest($1::uuid[], $2::text[]) AS requested (tenant_id, subject_reference)
          ON s.tenant_id = requested.tenant_id AND s.subject_reference = requested.subject_reference
      """;

  // The expression prevents use of the index by source, which matches too many rows.

  private static final String SAME_PHONE =
      """
      SELECT id, tenant_id, phone, subject_reference, source, reason, call_id, created_at
        FROM suppression
       WHERE tenant_id = $1
         AND phone = $2
         AND coalesce(subject_reference, '') = coalesce($3, '')
         AND scope = 'voice'
         AND source || '' = $4
         AND source <> 'in_call_request'
      """;

  private static final String SAME_SUBJECT =
      """
      SELECT id, tenant_id, phone, subject_reference, source, reason, call_id, created_at
        FROM suppression
       WHERE tenant_id = $1
         AND phone IS NULL
         AND subject_reference = $2
         AND scope = 'voice'
         AND source || '' = $3
         AND source <> 'in_call_request'
      """;

  private static final String LOCK =
      """
      SELECT id, tenant_id, phone, subject_reference, source, reason, call_id, created_at
        FROM suppression
       WHERE tenant_id = $1 AND id = $2
         FOR UPDATE
      """;

  private static final String DELETE =
      """
      DELETE FROM suppression WHERE tenant_id = $1 AND id = $2
      """;

  private SuppressionStore() {}

  /** Inserts an entry. The caller holds its {@link SuppressionLocks}. */
  public static Future<Void> insert(SqlConnection connection, Suppression entry) {
    return Statements.updateOne(connection, INSERT, tuple(entry));
  }

  /**
   * Inserts the entry of an objection; false if its call already has one. The caller holds its
   * {@link SuppressionLocks}.
   */
  public static Future<Boolean> insertObjection(SqlConnection connection, Suppression entry) {
    return Statements.update(connection, INSERT_OBJECTION, tuple(entry)).map(count -> count == 1);
  }

  private static Tuple tuple(Suppression entry) {
    return Tuple.of(
        entry.id(),
        entry.tenantId(),
        e164(entry),
        entry.subjectReference(),
        entry.source().wire(),
        entry.reason(),
        entry.callId(),
        entry.createdAt().atOffset(ZoneOffset.UTC));
  }

  private static @Nullable String e164(Suppression entry) {
    return entry.phone() == null ? null : entry.phone().e164();
  }

  /** The entry for the same phone, subject and source; objections never match. */
  public static Future<Optional<Suppression>> findSame(
      SqlConnection connection, Suppression entry) {
    String source = entry.source().wire();
    return entry.phone() == null
        ? findOne(
            connection, SAME_SUBJECT, Tuple.of(entry.tenantId(), entry.subjectReference(), source))
        : findOne(
            connection,
            SAME_PHONE,
            Tuple.of(entry.tenantId(), e164(entry), entry.subjectReference(), source));
  }

  /** An entry, locked against deletion until the transaction ends. */
  public static Future<Optional<Suppression>> findLocked(
      SqlConnection connection, UUID tenantId, UUID id) {
    return findOne(connection, LOCK, Tuple.of(tenantId, id));
  }

  public static Future<Void> delete(SqlConnection connection, Suppression entry) {
    return Statements.updateOne(connection, DELETE, entry.tenantId(), entry.id());
  }

  private static Future<Optional<Suppression>> findOne(
      SqlConnection connection, String statement, Tuple arguments) {
    return Statements.first(connection, statement, arguments, SuppressionStore::read);
  }

  static Suppression read(Row row) {
    return new Suppression(
        row.getUUID("id"),
        row.getUUID("tenant_id"),
        PhoneNumber.ofNullable(row.getString("phone")),
        row.getString("subject_reference"),
        Suppression.Source.of(row.getString("source")),
        row.getString("reason"),
        row.getUUID("call_id"),
        RowMapper.instant(row, "created_at"));
  }

  /** The suppressed ones of these phones. */
  public static Future<Set<TenantPhone>> suppressedPhones(
      SqlConnection connection, Collection<TenantPhone> phones) {
    return findSuppressed(
        connection,
        phones,
        BatchStatement.of(SUPPRESSED_PHONES, phones)
            .uuids(TenantPhone::tenantId)
            .strings(each -> each.phone().e164()),
        row -> new TenantPhone(row.getUUID(0), new PhoneNumber(row.getString(1))));
  }

  /** The suppressed ones of these subjects, on any phone. */
  public static Future<Set<TenantSubject>> suppressedSubjects(
      SqlConnection connection, Collection<TenantSubject> subjects) {
    return findSuppressed(
        connection,
        subjects,
        BatchStatement.of(SUPPRESSED_SUBJECTS, subjects)
            .uuids(TenantSubject::tenantId)
            .strings(TenantSubject::subjectReference),
        row -> new TenantSubject(row.getUUID(0), row.getString(1)));
  }

  private static <T> Future<Set<T>> findSuppressed(
      SqlConnection connection,
      Collection<T> items,
      BatchStatement<T> statement,
      Function<Row, T> read) {
    return items.isEmpty()
        ? Future.succeededFuture(Set.of())
        : statement
            .execute(connection)
            .map(rows -> rows.stream().map(read).collect(Collectors.toUnmodifiableSet()));
  }
}
