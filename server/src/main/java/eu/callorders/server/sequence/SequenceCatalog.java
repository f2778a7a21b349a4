package eu.callorders.server.sequence;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.list.ListStatement;
import eu.callorders.server.sequence.Sequence.Version;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Loads and saves a tenant's sequences, each with all its versions. */
public final class SequenceCatalog {
  private static final String FIND =
      """
      SELECT s.id, s.key, s.title, s.status, s.active_version, s.created_at, s.updated_at,
             v.version, v.status AS version_status, v.signal_type, v.definition::text,
             v.created_at AS version_created_at, v.activated_at
        FROM sequence s
        JOIN sequence_version v ON v.sequence_id = s.id AND v.tenant_id = s.tenant_id
       WHERE s.tenant_id = $1 AND s.id = $2
       ORDER BY v.version
      """;

  private static final String LOAD =
      """
      SELECT s.id, s.key, s.title, s.status, s.active_version, s.created_at, s.updated_at,
             v.version, v.status AS version_status, v.signal_type, v.definition::text,
             v.created_at AS version_created_at, v.activated_at
        FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, place)
        JOIN sequence s ON s.tenant_id = $1 AND s.id = wanted.id
        JOIN sequence_version v ON v.sequence_id = s.id AND v.tenant_id = s.tenant_id
       ORDER BY wanted.place, v.version
      """;

  private static final String LIST =
      ListStatement.of("id, created_at", "sequence", "", "$5::text IS NULL OR status = $5");

  private static final String LIST_OF_KEY =
      ListStatement.of(
          "id, created_at", "sequence", "AND key = $6", "$5::text IS NULL OR status = $5");

  private static final String COUNT = "SELECT count(*) FROM sequence WHERE tenant_id = $1";

  private static final String COUNT_TRIGGERED =
      """
      SELECT count(*)
        FROM sequence_version v
        JOIN sequence s ON s.id = v.sequence_id AND s.tenant_id = v.tenant_id
       WHERE v.tenant_id = $1 AND v.signal_type = $2 AND v.status = 'active'
         AND s.status = 'active'
      """;

  private static final String INSERT =
      """
      INSERT INTO sequence (id, tenant_id, key, title, status, created_at, updated_at)
      VALUES ($1, $2, $3, $4, 'draft', $5, $5)
      ON CONFLICT (tenant_id, key) DO NOTHING
      """;

  private static final String INSERT_VERSION =
      """
      INSERT INTO sequence_version
        (sequence_id, tenant_id, version, status, signal_type, definition, created_at)
      VALUES ($1, $2, $3, 'draft', $4, $5::text::json, $6)
      """;

  private static final String UPDATE =
      """
      UPDATE sequence
         SET status = $3, active_version = $4, updated_at = $5
       WHERE tenant_id = $1 AND id = $2
      """;

  private static final String UPDATE_VERSION =
      """
      UPDATE sequence_version
         SET status = $4, activated_at = $5
       WHERE tenant_id = $1 AND sequence_id = $2 AND version = $3
      """;

  /** List filter; null matches everything. */
  record Filter(@Nullable String status, @Nullable String key) {

    static Filter of(ApiRequest request) {
      return new Filter(request.query().get("status"), request.query().get("key"));
    }
  }

  private SequenceCatalog() {}

  static Future<Optional<Sequence>> find(SqlConnection connection, UUID tenantId, UUID id) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(tenantId, id))
        .map(rows -> sequences(rows).stream().findFirst());
  }

  /** The next sequences after a position, newest first; null starts at the newest. */
  static Future<ListRows<Position>> list(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int limit) {
    Tuple parameters =
        ListStatement.parameters(tenantId, after, null, limit).addValue(filter.status());
    if (filter.key() != null) {
      parameters.addValue(filter.key());
    }
    return connection
        .preparedQuery(filter.key() == null ? LIST : LIST_OF_KEY)
        .execute(parameters)
        .map(ListStatement::positions);
  }

  /** Sequences in the order of their ids. */
  static Future<List<Sequence>> load(SqlConnection connection, UUID tenantId, List<UUID> ids) {
    return connection
        .preparedQuery(LOAD)
        .execute(Tuple.of(tenantId).addArrayOfUUID(ids.toArray(UUID[]::new)))
        .map(SequenceCatalog::sequences);
  }

  /** Number of the tenant's sequences, including archived ones. */
  static Future<Long> count(SqlConnection connection, UUID tenantId) {
    return Statements.one(connection, COUNT, Tuple.of(tenantId), row -> row.getLong(0));
  }

  static Future<Long> countTriggered(SqlConnection connection, UUID tenantId, String signalType) {
    return Statements.one(
        connection, COUNT_TRIGGERED, Tuple.of(tenantId, signalType), row -> row.getLong(0));
  }

  /** Inserts a sequence; false if its key already exists. */
  static Future<Boolean> insert(SqlConnection connection, UUID tenantId, Sequence created) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(
                created.id(),
                tenantId,
                created.key(),
                created.title(),
                RowMapper.time(created.createdAt())))
        .compose(
            result ->
                result.rowCount() == 0
                    ? Future.succeededFuture(false)
                    : insert(connection, tenantId, created.id(), created.versions().getFirst())
                        .map(true));
  }

  /** Saves the changes of a locked sequence. */
  static Future<Void> update(
      SqlConnection connection, UUID tenantId, Sequence before, Sequence after) {
    Future<Void> written =
        Statements.updateOne(
            connection,
            UPDATE,
            tenantId,
            after.id(),
            after.status().wire(),
            after.activeVersion(),
            RowMapper.time(after.updatedAt()));
    for (Version version : changed(before, after)) {
      written = written.compose(done -> write(connection, tenantId, before, version));
    }
    return written;
  }

  /** Deactivated versions first: at most one version may be active at any time. */
  private static List<Version> changed(Sequence before, Sequence after) {
    return after.versions().stream()
        .filter(version -> !before.versions().contains(version))
        .sorted(Comparator.comparing(version -> version.status() == SequenceStatus.ACTIVE))
        .toList();
  }

  private static Future<Void> write(
      SqlConnection connection, UUID tenantId, Sequence before, Version version) {
    return version.number() <= before.versions().getLast().number()
        ? update(connection, tenantId, before.id(), version)
        : insert(connection, tenantId, before.id(), version);
  }

  private static Future<Void> insert(
      SqlConnection connection, UUID tenantId, UUID sequenceId, Version version) {
    return Statements.updateOne(
        connection,
        INSERT_VERSION,
        sequenceId,
        tenantId,
        version.number(),
        version.signalType(),
        version.definition(),
        RowMapper.time(version.createdAt()));
  }

  private static Future<Void> update(
      SqlConnection connection, UUID tenantId, UUID sequenceId, Version version) {
    return Statements.updateOne(
        connection,
        UPDATE_VERSION,
        tenantId,
        sequenceId,
        version.number(),
        version.status().wire(),
        RowMapper.time(version.activatedAt()));
  }

  private static List<Sequence> sequences(RowSet<Row> rows) {
    Map<UUID, List<Row>> byId = new LinkedHashMap<>();
    rows.forEach(row -> byId.computeIfAbsent(row.getUUID("id"), id -> new ArrayList<>()).add(row));
    return byId.values().stream().map(SequenceCatalog::sequence).toList();
  }

  private static Sequence sequence(List<Row> versions) {
    Row row = versions.getFirst();
    return new Sequence(
        row.getUUID("id"),
        row.getString("key"),
        row.getString("title"),
        SequenceStatus.of(row.getString("status")),
        row.getInteger("active_version"),
        versions.stream().map(SequenceCatalog::version).toList(),
        RowMapper.instant(row, "created_at"),
        RowMapper.instant(row, "updated_at"));
  }

  private static Version version(Row row) {
    return new Version(
        row.getInteger("version"),
        SequenceStatus.of(row.getString("version_status")),
        row.getString("signal_type"),
        row.getString("definition"),
        RowMapper.instant(row, "version_created_at"),
        RowMapper.instantOrNull(row, "activated_at"));
  }
}
