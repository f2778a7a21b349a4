package eu.callorders.server.promise;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.Money;
import eu.callorders.core.hold.ClaimNumber.Kind;
import eu.callorders.core.hold.ClaimNumbers;
import eu.callorders.core.promise.PromiseStatus;
import eu.callorders.core.promise.PromiseTerms;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.promise.CallPromise.Origin;
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

/** SQL of promises. */
public final class PromiseStore {
  static final String COLUMNS =
      """
      id, tenant_id, order_id, call_id, subject_reference, claim_case_number,
             claim_contract_number, claim_invoice_number, amount, currency, promised_on, due_on,
             breaks_at, status, created_at, ended_at\
      """;

  private static final String FIND =
      "SELECT " + COLUMNS + " FROM promise WHERE tenant_id = $1 AND id = $2";

  private static final String LOAD_OPEN =
      "SELECT " + COLUMNS + " FROM promise WHERE id = ANY ($1) AND status = 'open' ORDER BY id";

  static final String OPEN_OF_SUBJECTS =
      "SELECT "
          + COLUMNS
          + """

            FROM unnest($1::uuid[], $2::text[]) AS requested (owner, reference)
            JOIN promise ON tenant_id = owner AND subject_reference = reference
           WHERE status = 'open'
          """;

  private static final String INSERT =
      """
      INSERT INTO promise
        (id, tenant_id, order_id, call_id, subject_reference, claim_case_number,
         claim_contract_number, claim_invoice_number, amount, currency, promised_on, due_on,
         breaks_at, created_at)
      SELECT id, tenant_id, order_id, call_id, subject_reference, claim_case_number,
             claim_contract_number, claim_invoice_number, amount, currency, promised_on, due_on,
             breaks_at, created_at
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[],
                    $7::text[], $8::text[], $9::text[], $10::text[], $11::date[], $12::date[],
                    $13::timestamptz[], $14::timestamptz[])
          AS new (id, tenant_id, order_id, call_id, subject_reference, claim_case_number,
                  claim_contract_number, claim_invoice_number, amount, currency, promised_on,
                  due_on, breaks_at, created_at)
      """;

  private static final String UPDATE =
      """
      UPDATE promise p
         SET status = changed.status, ended_at = changed.ended_at
        FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS changed (id, status, ended_at)
       WHERE p.id = changed.id AND p.status = 'open'
      """;

  /** Comparing the tenant as text forces the index by id. */
  private static final String DELETE =
      "DELETE FROM promise WHERE tenant_id::text = $1::uuid::text AND id = ANY ($2)";

  private PromiseStore() {}

  public static Future<Optional<CallPromise>> find(
      SqlConnection connection, UUID tenantId, UUID id) {
    return Statements.first(connection, FIND, Tuple.of(tenantId, id), PromiseStore::read);
  }

  /** The open ones of these promises, oldest first. The caller holds their subjects' locks. */
  public static Future<List<CallPromise>> loadOpen(SqlConnection connection, Collection<UUID> ids) {
    return Statements.list(
        connection, LOAD_OPEN, Tuple.of((Object) ids.toArray(UUID[]::new)), PromiseStore::read);
  }

  /** The open promises of subjects. The caller holds the subjects' locks. */
  public static Future<List<CallPromise>> openOf(
      SqlConnection connection, Collection<TenantSubject> subjects) {
    return BatchStatement.of(OPEN_OF_SUBJECTS, subjects)
        .uuids(TenantSubject::tenantId)
        .strings(TenantSubject::subjectReference)
        .execute(connection)
        .map(RowMapper.toList(PromiseStore::read));
  }

  /** Inserts new promises. The caller holds their subjects' locks. */
  public static Future<Void> insert(SqlConnection connection, List<CallPromise> promises) {
    return BatchStatement.of(INSERT, promises)
        .uuids(CallPromise::id)
        .uuids(CallPromise::tenantId)
        .uuids(each -> each.origin().orderId())
        .uuids(each -> each.origin().callId())
        .strings(each -> each.origin().subjectReference())
        .strings(each -> each.claim().value(Kind.CASE_NUMBER))
        .strings(each -> each.claim().value(Kind.CONTRACT_NUMBER))
        .strings(each -> each.claim().value(Kind.INVOICE_NUMBER))
        .strings(each -> each.amount() == null ? null : each.amount().wireValue())
        .strings(each -> each.amount() == null ? null : each.amount().currency())
        .dates(CallPromise::promisedOn)
        .dates(each -> each.terms().dueOn())
        .times(each -> each.terms().graceEndsAt())
        .times(CallPromise::createdAt)
        .update(connection);
  }

  /** Saves promises that have ended. The caller holds their subjects' locks. */
  public static Future<Void> update(SqlConnection connection, List<CallPromise> ended) {
    return BatchStatement.of(UPDATE, ended)
        .uuids(CallPromise::id)
        .strings(each -> each.status().wire())
        .times(CallPromise::endedAt)
        .update(connection);
  }

  /** Deletes the promises made in calls. The caller holds the locks of the subjects. */
  public static Future<Void> deleteOfCalls(
      SqlConnection connection, UUID tenantId, Collection<UUID> callIds) {
    return Statements.execute(
        connection,
        DELETE,
        RowMapper.tenantAndIds(tenantId, callIds.stream().map(AttemptIds::forPromise).toList()));
  }

  static CallPromise read(Row row) {
    return new CallPromise(
        row.getUUID("id"),
        row.getUUID("tenant_id"),
        new Origin(
            row.getUUID("order_id"), row.getUUID("call_id"), row.getString("subject_reference")),
        ClaimNumbers.of(
            row.getString("claim_case_number"),
            row.getString("claim_contract_number"),
            row.getString("claim_invoice_number")),
        amount(row),
        row.getLocalDate("promised_on"),
        new PromiseTerms(row.getLocalDate("due_on"), RowMapper.instant(row, "breaks_at")),
        PromiseStatus.of(row.getString("status")),
        RowMapper.instant(row, "created_at"),
        RowMapper.instantOrNull(row, "ended_at"));
  }

  private static @Nullable Money amount(Row row) {
    String value = row.getString("amount");
    return value == null ? null : Money.of(value, row.getString("currency"));
  }
}
