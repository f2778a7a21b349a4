package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.enrollment.EnrollmentRow.StateColumns;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.SubjectPageQuery;
import eu.callorders.server.search.SearchStore;
import eu.callorders.server.sequence.SequenceStore;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Loads and saves enrollments in batches, each with its pinned sequence version. */
public final class EnrollmentStore {
  /** Maximum number of running enrollments per subject. */
  static final int RUNNING_LIMIT = 200;

  private static final String LOAD =
      """
      SELECT e.id, e.tenant_id, e.sequence_id, e.sequence_version, e.subject_reference,
             e.signal_id, e.status, e.position, e.step, e.next_action_at, e.order_ended,
             e.known_facts, e.exit_reason, e.revision, e.created_at, e.ended_at, b.subject_data::text,
             b.metadata::text,
             ARRAY(SELECT o.id
                     FROM call_order o
                    WHERE o.enrollment_id = e.id
                    ORDER BY o.created_at, o.id) AS order_ids
        FROM unnest($1::uuid[]) WITH ORDINALITY AS requested (id, place)
        JOIN enrollment e ON e.id = requested.id
        JOIN enrollment_body b ON b.enrollment_id = e.id
       ORDER BY requested.place
      """;

  /** Skips the member of unbounded size, which ending an enrollment does not need. */
  private static final String LOAD_WITHOUT_CONTEXT =
      LOAD.replace(
          "b.subject_data::text",
          """
          (SELECT json_object_agg(m.key, m.value)
             FROM json_each(b.subject_data) AS m
            WHERE m.key <> 'context')::text AS subject_data\
          """);

  private static final String SUBJECT =
      """
      SELECT subject_reference FROM enrollment WHERE tenant_id = $1 AND id = $2
      """;

  static final String RUNNING =
      """
      SELECT found.id
        FROM unnest($1::uuid[], $2::text[]) AS requested (tenant_id, subject_reference)
       CROSS JOIN LATERAL (
             SELECT e.id, e.created_at
               FROM enrollment e
              WHERE e.tenant_id = requested.tenant_id
                AND e.subject_reference = requested.subject_reference
                AND e.ended_at IS NULL
              ORDER BY e.created_at, e.id
              LIMIT $3) AS found
       ORDER BY found.created_at, found.id
      """;

  private static final String INSERT =
      """
      INSERT INTO enrollment (id, tenant_id, sequence_id, sequence_key, sequence_version,
        subject_reference, signal_id, status, position, step, next_action_at, created_at)
      SELECT id, tenant_id, sequence_id, sequence_key, sequence_version, subject_reference,
             signal_id, status, position, step, next_action_at, created_at
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[],
                    $7::uuid[], $8::text[], $9::text[], $10::int[], $11::timestamptz[],
                    $12::timestamptz[])
          AS new (id, tenant_id, sequence_id, sequence_key, sequence_version, subject_reference,
                  signal_id, status, position, step, next_action_at, created_at)
      """;

  private static final String INSERT_BODY =
      """
      INSERT INTO enrollment_body (enrollment_id, tenant_id, subject_data, metadata)
      SELECT enrollment_id, tenant_id, subject_data::json, metadata::json
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
          AS new (enrollment_id, tenant_id, subject_data, metadata)
      """;

  /** The end of an order stays unprocessed only while its step is the current one. */
  private static final String UPDATE =
      """
      UPDATE enrollment e
         SET status = c.status, position = c.position, step = c.step,
             next_action_at = c.next_action_at,
             order_ended = e.order_ended AND c.position = 'ordered' AND c.step = e.step,
             known_facts = ARRAY(SELECT json_array_elements_text(c.known_facts::json)),
             exit_reason = c.exit_reason, revision = c.revision + 1, ended_at = c.ended_at
        FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::text[],
                    $7::text[], $8::int[], $9::timestamptz[])
          AS c (id, status, position, step, next_action_at, known_facts, exit_reason, revision,
                ended_at)
       WHERE e.id = c.id AND e.revision = c.revision
      """;

  private static final String UPDATE_SUBJECT_DATA =
      """
      UPDATE enrollment_body SET subject_data = $3::text::json
       WHERE tenant_id = $1 AND enrollment_id = $2
      """;

  /** Comparing the tenant as text forces the index by id. */
  private static final String REDACT =
      """
      UPDATE enrollment e
         SET subject_reference = '', redacted_at = $3, revision = revision + 1
        FROM unnest($2::uuid[]) AS requested (id)
       WHERE e.tenant_id::text = $1::uuid::text
         AND e.id = requested.id
         AND e.ended_at IS NOT NULL
         AND e.redacted_at IS NULL
      """;

  private static final String REDACT_BODIES =
      """
      UPDATE enrollment_body SET subject_data = NULL
       WHERE tenant_id = $1 AND enrollment_id = ANY ($2)
      """;

  static final SubjectPageQuery SUBJECT_PAGES = new SubjectPageQuery("enrollment");

  private final SequenceStore sequences;

  public EnrollmentStore(SequenceStore sequences) {
    this.sequences = sequences;
  }

  /** These enrollments, in the order of the ids; unknown ids are skipped. */
  Future<List<Enrollment>> load(SqlConnection connection, Collection<UUID> ids) {
    return load(connection, LOAD, ids);
  }

  /** Loads without the subject's context, for changes that create no order. */
  Future<List<Enrollment>> loadWithoutContext(SqlConnection connection, Collection<UUID> ids) {
    return load(connection, LOAD_WITHOUT_CONTEXT, ids);
  }

  private Future<List<Enrollment>> load(
      SqlConnection connection, String statement, Collection<UUID> ids) {
    if (ids.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return connection
        .preparedQuery(statement)
        .execute(Tuple.of((Object) ids.toArray(UUID[]::new)))
        .map(rows -> rows.stream().toList())
        .compose(
            rows ->
                sequences
                    .load(
                        connection,
                        rows.stream().map(EnrollmentRow::pin).collect(Collectors.toSet()))
                    .map(
                        found ->
                            rows.stream().map(row -> EnrollmentRow.read(row, found)).toList()));
  }

  Future<Optional<String>> findSubjectReference(SqlConnection connection, UUID tenantId, UUID id) {
    return Statements.first(connection, SUBJECT, Tuple.of(tenantId, id), row -> row.getString(0));
  }

  /**
   * The running enrollments of these subjects, oldest first, without context; at most {@value
   * #RUNNING_LIMIT} per subject.
   */
  Future<Map<TenantSubject, List<Enrollment>>> loadRunning(
      SqlConnection connection, Collection<TenantSubject> subjects) {
    return BatchStatement.of(RUNNING, subjects)
        .uuids(TenantSubject::tenantId)
        .strings(TenantSubject::subjectReference)
        .value(RUNNING_LIMIT)
        .execute(connection)
        .map(RowMapper.toList(row -> row.getUUID(0)))
        .compose(ids -> loadWithoutContext(connection, ids))
        .map(found -> found.stream().collect(Collectors.groupingBy(Enrollment::subject)));
  }

  Future<Void> insert(SqlConnection connection, List<Enrollment> started) {
    Future<?> rows =
        BatchStatement.of(INSERT, started)
            .uuids(Enrollment::id)
            .uuids(Enrollment::tenantId)
            .uuids(enrollment -> enrollment.sequence().sequenceId())
            .strings(enrollment -> enrollment.sequence().key())
            .ints(enrollment -> enrollment.sequence().version())
            .strings(enrollment -> enrollment.origin().subjectReference())
            .uuids(enrollment -> enrollment.origin().signalId())
            .strings(enrollment -> enrollment.state().status().wire())
            .strings(enrollment -> StateColumns.of(enrollment.state()).position())
            .ints(enrollment -> StateColumns.of(enrollment.state()).step())
            .times(enrollment -> EnrollmentView.nextActionAt(enrollment.state()))
            .times(enrollment -> enrollment.origin().createdAt())
            .update(connection);
    Future<?> bodies =
        BatchStatement.of(INSERT_BODY, started)
            .uuids(Enrollment::id)
            .uuids(Enrollment::tenantId)
            .strings(EnrollmentStore::subjectData)
            .strings(enrollment -> text(enrollment.origin().metadata()))
            .update(connection);
    return Future.join(rows, bodies, EnrollmentPhoneStore.insert(connection, started)).mapEmpty();
  }

  /** Saves the state of changed enrollments, each from the revision that was read. */
  Future<Void> update(SqlConnection connection, List<Enrollment> changed) {
    return BatchStatement.of(UPDATE, changed)
        .uuids(Enrollment::id)
        .strings(enrollment -> enrollment.state().status().wire())
        .strings(enrollment -> StateColumns.of(enrollment.state()).position())
        .ints(enrollment -> StateColumns.of(enrollment.state()).step())
        .times(enrollment -> EnrollmentView.nextActionAt(enrollment.state()))
        .strings(enrollment -> facts(enrollment.knownFacts()))
        .strings(enrollment -> StateColumns.of(enrollment.state()).reason())
        .ints(Enrollment::revision)
        .times(Enrollment::endedAt)
        .update(connection);
  }

  /** Saves the subject data and its phones, and makes them known to the search. */
  Future<Void> updateSubjectData(SqlConnection connection, Enrollment enrollment) {
    return Statements.updateOne(
            connection,
            UPDATE_SUBJECT_DATA,
            enrollment.tenantId(),
            enrollment.id(),
            subjectData(enrollment))
        .compose(done -> EnrollmentPhoneStore.insert(connection, List.of(enrollment)))
        .compose(done -> SearchStore.save(connection, enrollment.searchText()));
  }

  private static @Nullable String subjectData(Enrollment enrollment) {
    return enrollment.subjectData() == null ? null : text(enrollment.subjectData().json());
  }

  private static String facts(Set<Fact> facts) {
    ArrayNode texts = Json.object().arrayNode();
    facts.stream().map(FactCodec::write).sorted().forEach(texts::add);
    return texts.toString();
  }

  private static @Nullable String text(@Nullable JsonNode json) {
    return json == null ? null : json.toString();
  }

  /**
   * Redacts ended enrollments of one tenant; returns how many. The caller holds the subjects'
   * locks.
   *
   * @param now the tenant's time
   */
  public static Future<Integer> redact(
      SqlConnection connection, UUID tenantId, Collection<UUID> ids, Instant now) {
    UUID[] all = ids.toArray(UUID[]::new);
    return connection
        .preparedQuery(REDACT)
        .execute(Tuple.of(tenantId, all, RowMapper.time(now)))
        .compose(
            redacted ->
                connection
                    .preparedQuery(REDACT_BODIES)
                    .execute(RowMapper.tenantAndIds(tenantId, ids))
                    .compose(bodies -> SearchStore.delete(connection, tenantId, ids))
                    .map(redacted.rowCount()));
  }
}
