package eu.callorders.server.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderStatus;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.order.StopReason;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.ordertype.OrderTypeStore.PinnedType;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Loads and saves call orders in batches. */
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

  /** Skips the members of unbounded size, which ending, planning and dialing do not need. */
  private static final String LOAD_WITHOUT_CONTEXT =
      LOAD.replace(
          "b.document::text",
          """
          (SELECT json_object_agg(m.key, m.value)
             FROM json_each(b.document) AS m
            WHERE m.key NOT IN ('context', 'simulate'))::text\
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

  private static final String INSERT =
      """
      INSERT INTO call_order (id, tenant_id, status, revision, plannings, order_type,
        order_type_version, subject_reference, client_reference, enrollment_id, sequence_step_id,
        created_at, updated_at, expires_at, next_attempt_at, next_phone)
      SELECT id, tenant_id, status, revision, plannings, order_type, order_type_version,
             subject_reference, client_reference, enrollment_id, sequence_step_id, created_at,
             updated_at, expires_at, next_attempt_at, next_phone
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::int[], $6::text[],
                    $7::int[], $8::text[], $9::text[], $10::uuid[], $11::text[],
                    $12::timestamptz[], $13::timestamptz[], $14::timestamptz[],
                    $15::timestamptz[], $16::text[])
          AS new (id, tenant_id, status, revision, plannings, order_type, order_type_version,
                  subject_reference, client_reference, enrollment_id, sequence_step_id, created_at,
                  updated_at, expires_at, next_attempt_at, next_phone)
      """;

  private static final String INSERT_BODY =
      """
      INSERT INTO call_order_body (order_id, tenant_id, document, submitted_scheduling, key_hashes)
      SELECT order_id, tenant_id, convert_from(document, 'UTF8')::json, submitted_scheduling::json,
             key_hashes::uuid[]
        FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::text[], $5::text[])
          AS new (order_id, tenant_id, document, submitted_scheduling, key_hashes)
      """;

  private static final String UPDATE =
      """
      UPDATE call_order o
         SET status = c.status, revision = c.revision, attempt_count = c.attempt_count,
             consecutive_refusals = c.consecutive_refusals, next_attempt_at = c.next_attempt_at,
             current_attempt_id = c.current_attempt_id, stop_reason = c.stop_reason,
             updated_at = c.updated_at, ended_at = c.ended_at, next_phone = c.next_phone,
             plannings = c.plannings, waits_for_phone = NULL
        FROM unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::int[], $6::timestamptz[],
                    $7::uuid[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::text[],
                    $12::int[])
          AS c (id, status, revision, attempt_count, consecutive_refusals, next_attempt_at,
                current_attempt_id, stop_reason, updated_at, ended_at, next_phone, plannings)
       WHERE o.id = c.id AND o.revision = c.revision - 1
      """;

  private static final String UPDATE_BODY =
      """
      UPDATE call_order_body
         SET document = $3::text::json, submitted_scheduling = $4::text::json,
             accepted_document = COALESCE(accepted_document, document)
       WHERE tenant_id = $1 AND order_id = $2
      """;

  private static final String UPDATE_EXPIRY =
      """
      UPDATE call_order SET expires_at = $3 WHERE tenant_id = $1 AND id = $2
      """;

  private static final String INSERT_RESULT =
      """
      INSERT INTO call_order_result (order_id, tenant_id, result)
      SELECT order_id, tenant_id, result::json
        FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS new (order_id, tenant_id, result)
      """;

  private static final String SUBJECT_AND_TYPE =
      """
      SELECT subject_reference, order_type, order_type_version
        FROM call_order
       WHERE tenant_id = $1 AND id = $2
      """;

  private static final String PAGE_AFTER =
      """
      SELECT id, created_at
        FROM call_order
       WHERE tenant_id = $1 AND subject_reference = $2 AND (created_at, id) > ($3, $4)
       ORDER BY created_at, id
       LIMIT $5
      """;

  private static final String PAGE_BEFORE =
      """
      SELECT id, created_at
        FROM call_order
       WHERE tenant_id = $1 AND subject_reference = $2 AND (created_at, id) < ($3, $4)
       ORDER BY created_at DESC, id DESC
       LIMIT $5
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

  private static final long MAX_BODY_BYTES = 1L << 20;

  private final AttemptStore attempts;

  public OrderStore(AttemptStore attempts) {
    this.attempts = attempts;
  }

  /**
   * The leading orders, at least one, whose bodies fit into this many bytes and may be loaded at
   * once.
   */
  public Future<List<UUID>> limitByBytes(SqlConnection connection, List<UUID> ids, long maxBytes) {
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
  public Future<List<CallOrder>> load(SqlConnection connection, Collection<UUID> ids) {
    return load(connection, LOAD, ids);
  }

  /**
   * The first of these orders, and those that follow while all bodies together fit into this many
   * bytes.
   */
  public Future<List<CallOrder>> loadLeading(
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
   * Loads orders without {@code context} and {@code simulate}, for changes that do not edit the
   * document.
   */
  public Future<List<CallOrder>> loadWithoutContext(
      SqlConnection connection, Collection<UUID> ids) {
    return load(connection, LOAD_WITHOUT_CONTEXT, ids);
  }

  /** The open orders among these, without context. */
  public Future<List<CallOrder>> loadOpen(SqlConnection connection, Collection<UUID> ids) {
    return load(connection, LOAD_OPEN, ids);
  }

  private Future<List<CallOrder>> load(
      SqlConnection connection, String statement, Collection<UUID> ids) {
    return ids.isEmpty()
        ? Future.succeededFuture(List.of())
        : load(connection, statement, ids, Tuple.of((Object) ids.toArray(UUID[]::new)));
  }

  private Future<List<CallOrder>> load(
      SqlConnection connection, String statement, Collection<UUID> ids, Tuple parameters) {
    Future<RowSet<Row>> orders = connection.preparedQuery(statement).execute(parameters);
    return attempts
        .byOrders(connection, ids)
        .compose(
            byOrder -> orders.map(rows -> rows.stream().map(row -> read(row, byOrder)).toList()));
  }

  /** These orders as they were accepted, without a later edit; unknown ids are skipped. */
  Future<List<CallOrder>> loadAccepted(SqlConnection connection, Collection<UUID> ids) {
    return connection
        .preparedQuery(LOAD_ACCEPTED)
        .execute(Tuple.of((Object) ids.toArray(UUID[]::new)))
        .map(
            rows ->
                rows.stream().map(row -> CallOrder.accepted(origin(row), document(row))).toList());
  }

  public Future<Optional<String>> findSubjectReference(
      SqlConnection connection, UUID tenantId, UUID orderId) {
    return connection
        .preparedQuery(SUBJECT_AND_TYPE)
        .execute(Tuple.of(tenantId, orderId))
        .map(rows -> rows.stream().map(row -> row.getString("subject_reference")).findFirst());
  }

  /** The open orders of these enrollments, without context. */
  public Future<List<CallOrder>> loadOpenOfEnrollments(
      SqlConnection connection, Collection<UUID> enrollments) {
    return connection
        .preparedQuery(OPEN_OF_ENROLLMENTS)
        .execute(Tuple.of((Object) enrollments.toArray(UUID[]::new)))
        .map(rows -> rows.stream().map(row -> row.getUUID(0)).toList())
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
  public Future<Map<UUID, UUID>> findResubmitted(SqlConnection connection, List<GoneOrder> gone) {
    return connection
        .preparedQuery(RESUBMITTED)
        .execute(
            RowMapper.columns(
                gone.stream().map(GoneOrder::tenantId).toArray(UUID[]::new),
                gone.stream().map(GoneOrder::subjectReference).toArray(String[]::new),
                gone.stream().map(GoneOrder::id).toArray(UUID[]::new),
                gone.stream().map(GoneOrder::keyHash).toArray(UUID[]::new)))
        .map(
            rows ->
                rows.stream()
                    .collect(
                        Collectors.toMap(row -> row.getUUID("gone"), row -> row.getUUID("id"))));
  }

  /** The next orders of a subject after a position, oldest first. */
  public Future<List<Position>> pageAfter(
      SqlConnection connection, UUID tenantId, String subjectReference, Position after, int limit) {
    return page(connection, PAGE_AFTER, tenantId, subjectReference, after, limit);
  }

  /** The next orders of a subject before a position, newest first. */
  public Future<List<Position>> pageBefore(
      SqlConnection connection,
      UUID tenantId,
      String subjectReference,
      Position before,
      int limit) {
    return page(connection, PAGE_BEFORE, tenantId, subjectReference, before, limit);
  }

  private static Future<List<Position>> page(
      SqlConnection connection,
      String statement,
      UUID tenantId,
      String subjectReference,
      Position from,
      int limit) {
    return connection
        .preparedQuery(statement)
        .execute(Tuple.of(tenantId, subjectReference, RowMapper.time(from.at()), from.id(), limit))
        .map(
            rows ->
                rows.stream()
                    .map(
                        row ->
                            new Position(RowMapper.instant(row, "created_at"), row.getUUID("id")))
                    .toList());
  }

  /**
   * Holds or releases the open orders of these enrollments. Not visible in the order, so the
   * revision stays. The caller holds the subjects' locks.
   */
  public Future<Void> setHeld(
      SqlConnection connection, Collection<UUID> enrollments, boolean held) {
    return connection
        .preparedQuery(SET_HELD)
        .execute(Tuple.of(enrollments.toArray(UUID[]::new), held))
        .mapEmpty();
  }

  Future<Optional<PinnedType>> findPinnedType(
      SqlConnection connection, UUID tenantId, UUID orderId) {
    return connection
        .preparedQuery(SUBJECT_AND_TYPE)
        .execute(Tuple.of(tenantId, orderId))
        .map(
            rows ->
                rows.stream()
                    .map(
                        row ->
                            new PinnedType(
                                tenantId,
                                row.getString("order_type"),
                                row.getInteger("order_type_version")))
                    .findFirst());
  }

  /** Inserts orders that are accepted or scheduled. */
  public Future<Void> insert(SqlConnection connection, List<CallOrder> orders) {
    Future<Void> rows =
        connection
            .preparedQuery(INSERT)
            .execute(
                RowMapper.columns(
                    column(orders, CallOrder::id, new UUID[0]),
                    column(orders, CallOrder::tenantId, new UUID[0]),
                    column(orders, o -> o.state().status().wire(), new String[0]),
                    column(orders, CallOrder::revision, new Integer[0]),
                    column(orders, CallOrder::planningRevisions, new Integer[0]),
                    column(orders, CallOrder::orderType, new String[0]),
                    column(orders, CallOrder::orderTypeVersion, new Integer[0]),
                    column(orders, CallOrder::subjectReference, new String[0]),
                    column(orders, o -> o.document().clientReference().orElse(null), new String[0]),
                    column(orders, CallOrder::enrollmentId, new UUID[0]),
                    column(orders, CallOrder::sequenceStepId, new String[0]),
                    times(orders, CallOrder::createdAt),
                    times(orders, CallOrder::updatedAt),
                    times(orders, CallOrder::expiresAt),
                    times(orders, o -> nextAttemptAt(o.state())),
                    column(orders, OrderStore::nextPhone, new String[0])))
            .map(result -> RowMapper.requireRowCount(result, orders.size()));
    Future<Void> bodies =
        connection
            .preparedQuery(INSERT_BODY)
            .execute(
                RowMapper.columns(
                    column(orders, CallOrder::id, new UUID[0]),
                    column(orders, CallOrder::tenantId, new UUID[0]),
                    column(orders, OrderStore::documentBytes, new Buffer[0]),
                    column(orders, o -> o.document().givenScheduling().toString(), new String[0]),
                    column(orders, OrderStore::keyHashes, new String[0])))
            .map(result -> RowMapper.requireRowCount(result, orders.size()));
    Future<Void> phones = OrderPhoneStore.insert(connection, orders);
    return Future.join(rows, bodies, phones).mapEmpty();
  }

  /** Saves the state of changed orders, each from the previous revision. */
  Future<Void> update(SqlConnection connection, List<CallOrder> changed) {
    return connection
        .preparedQuery(UPDATE)
        .execute(
            RowMapper.columns(
                column(changed, CallOrder::id, new UUID[0]),
                column(changed, o -> o.state().status().wire(), new String[0]),
                column(changed, CallOrder::revision, new Integer[0]),
                column(changed, CallOrder::attemptCount, new Integer[0]),
                column(changed, CallOrder::consecutiveRefusals, new Integer[0]),
                times(changed, o -> nextAttemptAt(o.state())),
                column(changed, o -> currentAttempt(o.state()), new UUID[0]),
                column(changed, o -> stopReason(o.state()), new String[0]),
                times(changed, CallOrder::updatedAt),
                times(changed, o -> endedAt(o.state())),
                column(changed, OrderStore::nextPhone, new String[0]),
                column(changed, CallOrder::planningRevisions, new Integer[0])))
        .map(result -> RowMapper.requireRowCount(result, changed.size()));
  }

  Future<Void> insertResults(SqlConnection connection, List<CallOrder> ended) {
    return connection
        .preparedQuery(INSERT_RESULT)
        .execute(
            RowMapper.columns(
                column(ended, CallOrder::id, new UUID[0]),
                column(ended, CallOrder::tenantId, new UUID[0]),
                column(ended, OrderStore::result, new String[0])))
        .map(result -> RowMapper.requireRowCount(result, ended.size()));
  }

  /** Saves an edited document and the expiry that follows from it. */
  Future<Void> updateDocument(SqlConnection connection, CallOrder order) {
    Future<Void> expiry =
        connection
            .preparedQuery(UPDATE_EXPIRY)
            .execute(Tuple.of(order.tenantId(), order.id(), RowMapper.time(order.expiresAt())))
            .map(result -> RowMapper.requireRowCount(result, 1));
    Future<Void> body =
        connection
            .preparedQuery(UPDATE_BODY)
            .execute(
                Tuple.of(
                    order.tenantId(),
                    order.id(),
                    order.document().json().toString(),
                    order.document().givenScheduling().toString()))
            .map(result -> RowMapper.requireRowCount(result, 1));
    return expiry.compose(ignored -> body);
  }

  private static Buffer documentBytes(CallOrder order) {
    return Buffer.buffer(Json.bytes(order.document().json()));
  }

  /** A PostgreSQL array literal. */
  private static String keyHashes(CallOrder order) {
    return order.origin().keyHashes().stream()
        .map(UUID::toString)
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String result(CallOrder order) {
    if (order.state() instanceof OrderState.Ended ended) {
      return ResultJson.write(ended.result()).toString();
    }
    throw new IllegalArgumentException("the order has not ended");
  }

  private static @Nullable Instant nextAttemptAt(OrderState state) {
    return state instanceof OrderState.Scheduled scheduled ? scheduled.nextAttemptAt() : null;
  }

  private static @Nullable String nextPhone(CallOrder order) {
    return order.state() instanceof OrderState.Scheduled
        ? RetryPlan.nextInRotation(order.phones(), order.history())
            .map(PhoneNumber::e164)
            .orElse(null)
        : null;
  }

  private static @Nullable Instant endedAt(OrderState state) {
    return state instanceof OrderState.Ended ended ? ended.result().endedAt() : null;
  }

  private static @Nullable UUID currentAttempt(OrderState state) {
    return switch (state) {
      case OrderState.Dialing dialing -> dialing.attemptId();
      case OrderState.InProgress inProgress -> inProgress.attemptId();
      case OrderState.Accepted accepted -> null;
      case OrderState.Scheduled scheduled -> null;
      case OrderState.Ended ended -> null;
    };
  }

  private static @Nullable String stopReason(OrderState state) {
    StopReason stop =
        switch (state) {
          case OrderState.Dialing dialing -> dialing.stop();
          case OrderState.InProgress inProgress -> inProgress.stop();
          case OrderState.Accepted accepted -> null;
          case OrderState.Scheduled scheduled -> null;
          case OrderState.Ended ended -> null;
        };
    return stop == null ? null : stop.wire();
  }

  private static CallOrder read(Row row, Map<UUID, List<CallAttempt>> attempts) {
    CallOrder.Origin origin = origin(row);
    return new CallOrder(
        origin,
        row.getInteger("revision"),
        row.getInteger("plannings"),
        state(row),
        row.getInteger("attempt_count"),
        row.getInteger("consecutive_refusals"),
        document(row),
        RowMapper.instant(row, "updated_at"),
        row.getBoolean("held"),
        attempts.getOrDefault(origin.id(), List.of()));
  }

  private static OrderDocument document(Row row) {
    return new OrderDocument(
        (ObjectNode) Json.parse(row.getBuffer("document").getBytes()),
        (ObjectNode) Json.parse(row.getString("submitted_scheduling")));
  }

  private static CallOrder.Origin origin(Row row) {
    return new CallOrder.Origin(
        row.getUUID("id"),
        row.getUUID("tenant_id"),
        row.getString("order_type"),
        row.getInteger("order_type_version"),
        row.getUUID("enrollment_id"),
        row.getString("sequence_step_id"),
        List.of(row.getArrayOfUUIDs("key_hashes")),
        RowMapper.instant(row, "created_at"));
  }

  private static OrderState state(Row row) {
    OrderStatus status = OrderStatus.of(row.getString("status"));
    String stopReason = row.getString("stop_reason");
    StopReason stop = stopReason == null ? null : StopReason.of(stopReason);
    return switch (status) {
      case ACCEPTED -> new OrderState.Accepted();
      case SCHEDULED -> new OrderState.Scheduled(RowMapper.instant(row, "next_attempt_at"));
      case DIALING -> new OrderState.Dialing(row.getUUID("current_attempt_id"), stop);
      case IN_PROGRESS -> new OrderState.InProgress(row.getUUID("current_attempt_id"), stop);
      case COMPLETED, EXPIRED, CANCELED, FAILED ->
          new OrderState.Ended(status, ResultJson.read(Json.parse(row.getString("result"))));
    };
  }

  private static <T> Object[] column(
      List<CallOrder> orders, Function<CallOrder, @Nullable T> member, T[] type) {
    return orders.stream().map(member).toList().toArray(type);
  }

  private static Object[] times(
      List<CallOrder> orders, Function<CallOrder, @Nullable Instant> member) {
    return orders.stream()
        .map(order -> RowMapper.time(member.apply(order)))
        .toArray(OffsetDateTime[]::new);
  }
}
