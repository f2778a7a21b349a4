package eu.callorders.server.signal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Signals and their dedupe keys. */
public final class SignalStore {
  private static final Duration KEY_LIFETIME = Duration.ofDays(90);

  private static final String FIND =
      """
      SELECT id, tenant_id, signal_type, subject_reference, dedupe_key, occurred_at, received_at,
             subject_data::text, metadata::text, compliance_basis::text, triggered::text
        FROM signal
       WHERE tenant_id = $1 AND id = $2
      """;

  private static final String PAGE_AFTER =
      """
      SELECT id, tenant_id, signal_type, subject_reference, dedupe_key, occurred_at, received_at,
             subject_data::text, metadata::text, compliance_basis::text, triggered::text
        FROM ((SELECT *
                 FROM signal
                WHERE tenant_id = $1 AND subject_reference = $2 AND subject_data_complete
                  AND (received_at, id) > ($3, $4)
                ORDER BY received_at, id
                LIMIT $5)
              UNION ALL
              (SELECT *
                 FROM signal
                WHERE tenant_id = $1 AND subject_reference = $2
                  AND NOT subject_data_complete AND subject_reference <> ''
                  AND (received_at, id) > ($3, $4)
                ORDER BY received_at, id
                LIMIT $5)) AS s
       ORDER BY received_at, id
       LIMIT $5
      """;

  private static final String FIND_BY_KEY =
      """
      SELECT s.id, s.tenant_id, s.signal_type, s.subject_reference, s.dedupe_key, s.occurred_at,
             s.received_at, s.subject_data::text, s.metadata::text, s.compliance_basis::text,
             s.triggered::text
        FROM unnest($1::uuid[], $2::text[], $3::text[])
          AS requested (tenant_id, signal_type, dedupe_key)
        JOIN signal_key k
          ON k.tenant_id = requested.tenant_id
         AND k.signal_type = requested.signal_type
         AND k.dedupe_key = requested.dedupe_key
        JOIN signal s ON s.id = k.signal_id
       WHERE k.recorded_at > $4 OR clock_has_jumped($5)
      """;

  private static final String INSERT =
      """
      INSERT INTO signal
        (id, tenant_id, signal_type, subject_reference, dedupe_key, occurred_at, received_at,
         subject_data, subject_data_complete, metadata, compliance_basis, triggered, recorded_at)
      SELECT id, tenant_id, signal_type, subject_reference, dedupe_key, occurred_at, received_at,
             subject_data::json, subject_data_complete, metadata::json, compliance_basis::json,
             triggered::json, $13
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[],
                    $7::timestamptz[], $8::text[], $9::boolean[], $10::text[], $11::text[],
                    $12::text[])
          AS new (id, tenant_id, signal_type, subject_reference, dedupe_key, occurred_at,
                  received_at, subject_data, subject_data_complete, metadata, compliance_basis,
                  triggered)
      """;

  private static final String INSERT_KEY =
      """
      INSERT INTO signal_key (tenant_id, signal_type, dedupe_key, signal_id, recorded_at)
      SELECT tenant_id, signal_type, dedupe_key, signal_id, $5
        FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[])
          AS new (tenant_id, signal_type, dedupe_key, signal_id)
      ON CONFLICT (tenant_id, signal_type, dedupe_key) DO UPDATE
        SET signal_id = excluded.signal_id, recorded_at = excluded.recorded_at
        WHERE signal_key.recorded_at <= $6 AND NOT clock_has_jumped($5)
      """;

  private static final String PURGE =
      """
      DELETE FROM signal_key
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM signal_key WHERE recorded_at <= $1 LIMIT $2))
      """;

  /** Comparing the tenant as text forces the index by id. */
  private static final String REDACT =
      """
      UPDATE signal s
         SET subject_reference = '', subject_data = NULL, subject_data_complete = false,
             redacted_at = $3
        FROM unnest($2::uuid[]) AS requested (id)
       WHERE s.tenant_id::text = $1::uuid::text AND s.id = requested.id AND s.redacted_at IS NULL
      """;

  private SignalStore() {}

  /**
   * Redacts signals of one tenant; returns how many. The caller holds the subjects' locks.
   *
   * @param now the tenant's time
   */
  public static Future<Integer> redact(
      SqlConnection connection, UUID tenantId, Collection<UUID> ids, Instant now) {
    return Statements.update(
        connection, REDACT, Tuple.of(tenantId, ids.toArray(UUID[]::new), RowMapper.time(now)));
  }

  static Future<Optional<Signal>> find(SqlConnection connection, UUID tenantId, UUID id) {
    return Statements.first(connection, FIND, Tuple.of(tenantId, id), SignalStore::read);
  }

  /** The next signals of a subject after a position, oldest first. */
  static Future<List<Signal>> pageAfter(
      SqlConnection connection, UUID tenantId, String subjectReference, Position after, int limit) {
    return connection
        .preparedQuery(PAGE_AFTER)
        .execute(
            Tuple.of(tenantId, subjectReference, RowMapper.time(after.at()), after.id(), limit))
        .map(RowMapper.toList(SignalStore::read));
  }

  /**
   * The signals recorded under these keys in the last ninety days; also earlier ones while the
   * clock may have jumped ahead.
   */
  static Future<Map<SignalKey, Signal>> findAll(
      SqlConnection connection, Collection<SignalKey> keys, Instant now) {
    return BatchStatement.of(FIND_BY_KEY, keys)
        .uuids(SignalKey::tenantId)
        .strings(SignalKey::signalType)
        .strings(SignalKey::dedupeKey)
        .value(RowMapper.time(now.minus(KEY_LIFETIME)))
        .value(RowMapper.time(now))
        .execute(connection)
        .map(
            rows ->
                rows.stream()
                    .map(SignalStore::read)
                    .collect(Collectors.toMap(Signal::key, Function.identity())));
  }

  /**
   * Inserts signals with their keys and replaces expired keys. The caller holds the keys' locks and
   * has found no signal for them.
   */
  static Future<Void> insert(SqlConnection connection, List<Signal> signals, Instant now) {
    Future<?> rows =
        BatchStatement.of(INSERT, signals)
            .uuids(Signal::id)
            .uuids(signal -> signal.key().tenantId())
            .strings(signal -> signal.key().signalType())
            .strings(Signal::subjectReference)
            .strings(signal -> signal.key().dedupeKey())
            .strings(Signal::occurredAt)
            .times(signal -> signal.receivedAt())
            .strings(signal -> text(signal.subjectData()))
            .booleans(Signal::isComplete)
            .strings(signal -> text(signal.metadata()))
            .strings(signal -> text(signal.complianceBasis()))
            .strings(signal -> signal.triggered().toString())
            .value(RowMapper.time(now))
            .update(connection);
    Future<?> keys =
        BatchStatement.of(INSERT_KEY, signals)
            .uuids(signal -> signal.key().tenantId())
            .strings(signal -> signal.key().signalType())
            .strings(signal -> signal.key().dedupeKey())
            .uuids(Signal::id)
            .value(RowMapper.time(now))
            .value(RowMapper.time(now.minus(KEY_LIFETIME)))
            .update(connection);
    return Future.join(rows, keys).mapEmpty();
  }

  /** Deletes at most {@code limit} expired keys of all tenants; returns how many. */
  public static Future<Integer> purgeKeys(SqlConnection connection, Instant now, int limit) {
    return Statements.update(
        connection, PURGE, Tuple.of(RowMapper.time(now.minus(KEY_LIFETIME)), limit));
  }

  private static Signal read(Row row) {
    SignalKey key =
        new SignalKey(
            row.getUUID("tenant_id"), row.getString("signal_type"), row.getString("dedupe_key"));
    return new Signal(
        row.getUUID("id"),
        key,
        row.getString("subject_reference"),
        row.getString("occurred_at"),
        RowMapper.instant(row, "received_at"),
        (ObjectNode) parse(row.getString("subject_data")),
        parse(row.getString("metadata")),
        parse(row.getString("compliance_basis")),
        (ArrayNode) Json.parse(row.getString("triggered")));
  }

  private static @Nullable String text(@Nullable JsonNode json) {
    return json == null ? null : json.toString();
  }

  private static @Nullable JsonNode parse(@Nullable String json) {
    return json == null ? null : Json.parse(json);
  }
}
