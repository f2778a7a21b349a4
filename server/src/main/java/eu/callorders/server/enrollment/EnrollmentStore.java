package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import eu.callorders.core.enrollment.EnrollmentState;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.http.Cursors.Position;
import eu.callorders.server.http.Json;
import eu.callorders.server.sequence.SequenceStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Enrollments, loaded and saved many at a time, each with the version that it follows. */
public final class EnrollmentStore {
  /** The largest number of enrollments that run for one person of a tenant. */
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

  /** What a client may make as large as it likes is not needed to end an enrollment. */
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
                AND e.status IN ('active', 'paused')
              ORDER BY e.created_at, e.id
              LIMIT $3) AS found
       ORDER BY found.created_at, found.id
      """;

  private static final String PAGE_OF_SUBJECT =
      """
      SELECT e.id, e.created_at
        FROM enrollment e
       WHERE e.tenant_id = $1
         AND e.subject_reference = $2
         AND (e.created_at, e.id) > ($3, $4)
       ORDER BY e.created_at, e.id
       LIMIT $5
      """;

  private static final String PAGE_BEFORE =
      """
      SELECT e.id, e.created_at
        FROM enrollment e
       WHERE e.tenant_id = $1
         AND e.subject_reference = $2
         AND (e.created_at, e.id) < ($3, $4)
       ORDER BY e.created_at DESC, e.id DESC
       LIMIT $5
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

  /** An order that has ended stays untold only as long as its step is the present one. */
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

  private static final String UPDATE_PERSON =
      """
      UPDATE enrollment_body SET subject_data = $3::text::json
       WHERE tenant_id = $1 AND enrollment_id = $2
      """;

  private final SequenceStore sequences;

  public EnrollmentStore(SequenceStore sequences) {
    this.sequences = sequences;
  }

  /** These enrollments, in the order asked for; unknown ones are left out. */
  Future<List<Enrollment>> load(SqlConnection connection, Collection<UUID> ids) {
    return load(connection, LOAD, ids);
  }

  /** The same without the context of the person: for changes that make no order. */
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
                    .pinned(
                        connection,
                        rows.stream().map(EnrollmentRow::pin).collect(Collectors.toSet()))
                    .map(
                        found ->
                            rows.stream().map(row -> EnrollmentRow.read(row, found)).toList()));
  }

  /** The reference of the person of an enrollment. */
  Future<Optional<String>> subjectOf(SqlConnection connection, UUID tenantId, UUID id) {
    return connection
        .preparedQuery(SUBJECT)
        .execute(Tuple.of(tenantId, id))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  /** A person of a tenant. */
  record Person(UUID tenantId, String subjectReference) {
    static Person of(Enrollment one) {
      return new Person(one.tenantId(), one.origin().subjectReference());
    }
  }

  /** The next enrollments of a person behind a position, oldest first. */
  Future<List<Position>> pageAfter(
      SqlConnection connection, Person person, Position after, int limit) {
    return page(connection, PAGE_OF_SUBJECT, person, after, limit);
  }

  /** The next enrollments of a person before a position, newest first. */
  Future<List<Position>> pageBefore(
      SqlConnection connection, Person person, Position before, int limit) {
    return page(connection, PAGE_BEFORE, person, before, limit);
  }

  private static Future<List<Position>> page(
      SqlConnection connection, String statement, Person person, Position from, int limit) {
    return connection
        .preparedQuery(statement)
        .execute(
            Tuple.of(
                person.tenantId(),
                person.subjectReference(),
                RowMapper.time(from.at()),
                from.id(),
                limit))
        .map(
            rows ->
                rows.stream()
                    .map(
                        row ->
                            new Position(RowMapper.instant(row, "created_at"), row.getUUID("id")))
                    .toList());
  }

  /**
   * The enrollments of these persons that have not ended, the oldest first, without their context;
   * {@value #RUNNING_LIMIT} per person at most, more do not start.
   */
  Future<Map<Person, List<Enrollment>>> running(
      SqlConnection connection, Collection<Person> persons) {
    return connection
        .preparedQuery(RUNNING)
        .execute(
            RowMapper.columns(
                    persons.stream().map(Person::tenantId).toArray(UUID[]::new),
                    persons.stream().map(Person::subjectReference).toArray(String[]::new))
                .addValue(RUNNING_LIMIT))
        .map(rows -> rows.stream().map(row -> row.getUUID(0)).toList())
        .compose(ids -> loadWithoutContext(connection, ids))
        .map(found -> found.stream().collect(Collectors.groupingBy(Person::of)));
  }

  /** Writes those that have just begun. */
  Future<Void> insert(SqlConnection connection, List<Enrollment> begun) {
    Future<?> rows =
        connection
            .preparedQuery(INSERT)
            .execute(
                RowMapper.columns(
                    column(begun, Enrollment::id, new UUID[0]),
                    column(begun, Enrollment::tenantId, new UUID[0]),
                    column(begun, one -> one.sequence().sequenceId(), new UUID[0]),
                    column(begun, one -> one.sequence().key(), new String[0]),
                    column(begun, one -> one.sequence().version(), new Integer[0]),
                    column(begun, one -> one.origin().subjectReference(), new String[0]),
                    column(begun, one -> one.origin().signalId(), new UUID[0]),
                    column(begun, one -> one.state().status().wire(), new String[0]),
                    column(begun, one -> Columns.of(one.state()).position(), new String[0]),
                    column(begun, one -> Columns.of(one.state()).step(), new Integer[0]),
                    times(begun, one -> EnrollmentView.nextActionAt(one.state())),
                    times(begun, one -> one.origin().createdAt())))
            .map(result -> RowMapper.changed(result, begun.size()));
    Future<?> bodies =
        connection
            .preparedQuery(INSERT_BODY)
            .execute(
                RowMapper.columns(
                    column(begun, Enrollment::id, new UUID[0]),
                    column(begun, Enrollment::tenantId, new UUID[0]),
                    column(begun, one -> text(one.person()), new String[0]),
                    column(begun, one -> text(one.origin().metadata()), new String[0])))
            .map(result -> RowMapper.changed(result, begun.size()));
    return Future.join(rows, bodies, EnrollmentPhoneStore.insert(connection, begun)).mapEmpty();
  }

  /** Writes the state of enrollments that have changed, each from the revision that was read. */
  Future<Void> update(SqlConnection connection, List<Enrollment> changed) {
    return connection
        .preparedQuery(UPDATE)
        .execute(
            RowMapper.columns(
                column(changed, Enrollment::id, new UUID[0]),
                column(changed, one -> one.state().status().wire(), new String[0]),
                column(changed, one -> Columns.of(one.state()).position(), new String[0]),
                column(changed, one -> Columns.of(one.state()).step(), new Integer[0]),
                times(changed, one -> EnrollmentView.nextActionAt(one.state())),
                column(changed, one -> facts(one.known()), new String[0]),
                column(changed, one -> Columns.of(one.state()).reason(), new String[0]),
                column(changed, Enrollment::revision, new Integer[0]),
                times(changed, Enrollment::endedAt)))
        .map(result -> RowMapper.changed(result, changed.size()));
  }

  /** Writes down whom to call, and by which numbers. */
  Future<Void> updatePerson(SqlConnection connection, Enrollment one) {
    return connection
        .preparedQuery(UPDATE_PERSON)
        .execute(Tuple.of(one.tenantId(), one.id(), text(one.person())))
        .map(result -> RowMapper.changed(result, 1))
        .compose(done -> EnrollmentPhoneStore.insert(connection, List.of(one)));
  }

  /** A state as the table keeps it, without its instants. */
  private record Columns(String position, int step, @Nullable String reason) {

    static Columns of(EnrollmentState state) {
      return switch (state) {
        case EnrollmentState.Active(var position) -> of(position);
        case EnrollmentState.Paused(var position) -> of(position);
        case EnrollmentState.Ended(_, var step, var reason) -> new Columns("ended", step, reason);
      };
    }

    private static Columns of(eu.callorders.core.enrollment.Position position) {
      String name =
          switch (position) {
            case eu.callorders.core.enrollment.Position.Before _ -> "before";
            case eu.callorders.core.enrollment.Position.Waiting _ -> "waiting";
            case eu.callorders.core.enrollment.Position.Ordered _ -> "ordered";
          };
      return new Columns(name, position.step(), null);
    }
  }

  private static String facts(Set<Fact> known) {
    ArrayNode texts = Json.object().arrayNode();
    known.stream().map(FactCodec::write).sorted().forEach(texts::add);
    return texts.toString();
  }

  private static @Nullable String text(@Nullable JsonNode json) {
    return json == null ? null : json.toString();
  }

  private static <T> Object[] column(
      List<Enrollment> all, Function<Enrollment, @Nullable T> member, T[] type) {
    return all.stream().map(member).toList().toArray(type);
  }

  private static Object[] times(
      List<Enrollment> all, Function<Enrollment, @Nullable Instant> member) {
    return all.stream()
        .map(one -> RowMapper.time(member.apply(one)))
        .toArray(OffsetDateTime[]::new);
  }
}
