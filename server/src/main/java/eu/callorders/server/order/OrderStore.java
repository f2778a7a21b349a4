package eu.callorders.server.order;

import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.list.SubjectPageQuery;
import eu.callorders.server.ordertype.OrderTypeStore.PinnedType;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Loads call orders in batches. */
public final class OrderStore {
  private static final String LOAD =
      """
      SELECT o.id, o.tenant_id, o.status, o.revision, o.plannings, o.attempt_count,
             o.consecutive_refusals, o.next_attempt_at, o.current_attempt_id, o.stop_reason,
             o.order_type, o.order_type_version, o.enrollment_id, o.sequence_step_id, o.created_at,
             o.updated_at, o.held, convert_to(b.document::text, 'UTF8') AS document,
             b.submitted_scheduling::text, b.key_hashes, r.result::text
        FROM unnest($1::uuid[]) WITH ORDINALITY AS requested (id, place)
        JOIN call_order o ON o.id = requested.id
        JOIN call_order_body b ON b.order_id = o.id
        LEFT JOIN call_order_result r ON r.order_id = o.id
       ORDER BY requested.place
      """;

  /** The first order, and those after it while all bodies have a total size in bytes at most. */
  private static final String LOAD_LEADING =
      LOAD.replace(
              "FROM unnest($1::uuid[]) WITH ORDINALITY AS requested (id, place)",
              """
              FROM (SELECT r.id, r.place,
                           sum(octet_length(b.document::text)) OVER (ORDER BY r.place) AS bytes
                      FROM unnest($1::uuid[]) WITH ORDINALITY AS r (id, place)
                      JOIN call_order_body b ON b.order_id = r.id) AS requested\
              """)
          .replace(
              "ORDER BY requested.place",
              "WHERE requested.place = 1 OR requested.bytes <= $2 ORDER BY requested.place");

  /** The orders as they were accepted. */
  private static final String LOAD_ACCEPTED =
      """
      SELECT o.id, o.tenant_id, o.order_type, o.order_type_version, o.enrollment_id,
             o.sequence_step_id, o.created_at, b.key_hashes, b.submitted_scheduling::text,
             convert_to(COALESCE(b.accepted_document, b.document)::text, 'UTF8') AS document
        FROM unnest($1::uuid[]) AS requested (id)
        JOIN call_order o ON o.id = requested.id
        JOIN call_order_body b ON b.order_id = o.id
      """;

  /** Of the members of unbounded size only the numbers of the claim, by which holds find it. */
  private static final String LOAD_WITHOUT_CONTEXT =
      LOAD.replace(
          "b.document::text",
          """
          (SELECT json_object_agg(m.key,
                    CASE m.key
                      WHEN 'context' THEN json_build_object('claim', json_build_object(
                        'reference', m.value #> '{claim,reference}'))
                      ELSE m.value END)
             FROM json_each(b.document) AS m
            WHERE m.key <> 'simulate')::text\
          """);

  private static final String LOAD_OPEN =
      LOAD_WITHOUT_CONTEXT.replace(
          "ORDER BY requested.place", "WHERE o.ended_at IS NULL ORDER BY requested.place");

  /** How many leading orders fit into a total body size in bytes. */
  private static final String COUNT_WITHIN =
      """
      SELECT count(*)
        FROM (SELECT sum(octet_length(b.document::text)) OVER (ORDER BY requested.place) AS bytes
                FROM unnest($1::uuid[]) WITH ORDINALITY AS requested (id, place)
                JOIN call_order_body b ON b.order_id = requested.id) AS sums
       WHERE bytes <= $2
      """;

  private static final String SUBJECT_AND_TYPE =
      """
      SELECT subject_reference, order_type, order_type_version
        FROM call_order
       WHERE tenant_id = $1 AND id = $2
      """;

  /** Identifiers of orders ascend with the time of their acceptance. */
  private static final String RESUBMITTED =
      """
      SELECT gone.order_id AS gone, again.id
        FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[])
          AS gone (tenant_id, subject_reference, order_id, key_hash)
       CROSS JOIN LATERAL (
             SELECT o.id
               FROM call_order o
               JOIN call_order_body b ON b.order_id = o.id
              WHERE o.tenant_id = gone.tenant_id
                AND o.subject_reference = gone.subject_reference
                AND o.id >= gone.order_id
                AND (o.id = gone.order_id OR gone.key_hash = ANY (b.key_hashes))
              ORDER BY o.id
              LIMIT 1) AS again
      """;

  static final String OPEN_OF_ENROLLMENTS =
      """
      SELECT o.id
        FROM call_order o
       WHERE o.enrollment_id = ANY ($1) AND o.ended_at IS NULL
       ORDER BY o.id
      """;

  static final String SET_HELD =
      """
      UPDATE call_order o
         SET held = $2
       WHERE o.enrollment_id = ANY ($1) AND o.ended_at IS NULL AND o.held <> $2
      """;

  public static final SubjectPageQuery SUBJECT_PAGES = new SubjectPageQuery("call_order");

  private static final long MAX_BODY_BYTES = 1L << 20;

  private OrderStore() {}

  /**
   * The leading orders, at least one, whose bodies fit into this many bytes and may be loaded at
   * once.
   */
  public static Future<List<UUID>> limitByBytes(
      SqlConnection connection, List<UUID> ids, long maxBytes) {
    if (fit(ids, maxBytes)) {
      return Future.succeededFuture(ids);
    }
    return connection
        .preparedQuery(COUNT_WITHIN)
        .execute(Tuple.of(ids.toArray(UUID[]::new), maxBytes))
        .map(rows -> rows.iterator().next().getLong(0).intValue())
        .map(count -> ids.subList(0, Math.min(ids.size(), Math.max(1, count))));
  }

  /** These orders with their attempts, in the order of the ids; unknown ids are skipped. */
  public static Future<List<CallOrder>> load(SqlConnection connection, Collection<UUID> ids) {
    return load(connection, LOAD, ids);
  }

  /**
   * The first of these orders, and those that follow while all bodies together fit into this many
   * bytes.
   */
  public static Future<List<CallOrder>> loadLeading(
      SqlConnection connection, Collection<UUID> ids, long maxBytes) {
    return fit(ids, maxBytes)
        ? load(connection, ids)
        : load(connection, LOAD_LEADING, ids, Tuple.of(ids.toArray(UUID[]::new), maxBytes));
  }

  /** Whether that many bodies fit, however large they are. */
  private static boolean fit(Collection<UUID> ids, long maxBytes) {
    return ids.size() * MAX_BODY_BYTES <= maxBytes;
  }

  /**
   * Loads orders without {@code simulate} and with the numbers of the claim alone in {@code
   * context}, for changes that do not edit the document.
   */
  public static Future<List<CallOrder>> loadWithoutContext(
      SqlConnection connection, Collection<UUID> ids) {
    return load(connection, LOAD_WITHOUT_CONTEXT, ids);
  }

  /** The open orders among these, without context. */
  public static Future<List<CallOrder>> loadOpen(SqlConnection connection, Collection<UUID> ids) {
    return load(connection, LOAD_OPEN, ids);
  }

  private static Future<List<CallOrder>> load(
      SqlConnection connection, String statement, Collection<UUID> ids) {
    return ids.isEmpty()
        ? Future.succeededFuture(List.of())
        : load(connection, statement, ids, Tuple.of((Object) ids.toArray(UUID[]::new)));
  }

  private static Future<List<CallOrder>> load(
      SqlConnection connection, String statement, Collection<UUID> ids, Tuple parameters) {
    Future<RowSet<Row>> orders = connection.preparedQuery(statement).execute(parameters);
    return AttemptStore.byOrders(connection, ids)
        .compose(byOrder -> orders.map(RowMapper.toList(row -> OrderRow.read(row, byOrder))));
  }

  /** These orders as they were accepted, without a later edit; unknown ids are skipped. */
  static Future<List<CallOrder>> loadAccepted(SqlConnection connection, Collection<UUID> ids) {
    return connection
        .preparedQuery(LOAD_ACCEPTED)
        .execute(Tuple.of((Object) ids.toArray(UUID[]::new)))
        .map(RowMapper.toList(OrderRow::readAccepted));
  }

  public static Future<Optional<String>> findSubjectReference(
      SqlConnection connection, UUID tenantId, UUID orderId) {
    return connection
        .preparedQuery(SUBJECT_AND_TYPE)
        .execute(Tuple.of(tenantId, orderId))
        .map(RowMapper.first(row -> row.getString("subject_reference")));
  }

  /** The open orders of these enrollments, without context. */
  public static Future<List<CallOrder>> loadOpenOfEnrollments(
      SqlConnection connection, Collection<UUID> enrollments) {
    return connection
        .preparedQuery(OPEN_OF_ENROLLMENTS)
        .execute(Tuple.of((Object) enrollments.toArray(UUID[]::new)))
        .map(RowMapper.toList(row -> row.getUUID(0)))
        .compose(ids -> loadWithoutContext(connection, ids));
  }

  /**
   * An order that was lost when its call was reported.
   *
   * @param keyHash hash of its key under any master key; null without a key
   */
  public record GoneOrder(
      UUID tenantId, String subjectReference, UUID id, @Nullable UUID keyHash) {}

  /**
   * The orders that replace lost ones, by lost id: accepted again under the same id, or later under
   * the same key. Others are absent.
   */
  public static Future<Map<UUID, UUID>> findResubmitted(
      SqlConnection connection, List<GoneOrder> gone) {
    return BatchStatement.of(RESUBMITTED, gone)
        .uuids(GoneOrder::tenantId)
        .strings(GoneOrder::subjectReference)
        .uuids(GoneOrder::id)
        .uuids(GoneOrder::keyHash)
        .execute(connection)
        .map(RowMapper.toMap(row -> row.getUUID("gone"), row -> row.getUUID("id")));
  }

  /**
   * Holds or releases the open orders of these enrollments. Not visible in the order, so the
   * revision stays. The caller holds the subjects' locks.
   */
  public static Future<Void> setHeld(
      SqlConnection connection, Collection<UUID> enrollments, boolean held) {
    return Statements.execute(
        connection, SET_HELD, Tuple.of(enrollments.toArray(UUID[]::new), held));
  }

  static Future<Optional<PinnedType>> findPinnedType(
      SqlConnection connection, UUID tenantId, UUID orderId) {
    return Statements.first(
        connection,
        SUBJECT_AND_TYPE,
        Tuple.of(tenantId, orderId),
        row ->
            new PinnedType(
                tenantId, row.getString("order_type"), row.getInteger("order_type_version")));
  }
}
