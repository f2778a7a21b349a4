package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.Statements;
import eu.callorders.server.json.Json;
import eu.callorders.server.sequence.PinnedSequence.Pin;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * Loads the sequence versions that enrollments use. An activated version is immutable and therefore
 * cached; drafts are not visible here.
 */
public final class SequenceStore {
  private static final int MAX_CACHED = 500;

  private static final String TRIGGERED =
      """
      SELECT v.tenant_id, v.sequence_id, v.version
        FROM sequence_version v
        JOIN sequence s ON s.id = v.sequence_id AND s.tenant_id = v.tenant_id
       WHERE v.tenant_id = $1 AND v.signal_type = $2 AND v.status = 'active'
         AND s.status = 'active'
       ORDER BY s.key
      """;

  private static final String VERSIONS =
      """
      SELECT v.tenant_id, v.sequence_id, s.key, v.version, v.definition::text
        FROM unnest($1::uuid[], $2::uuid[], $3::int[])
               AS requested (tenant_id, sequence_id, version)
        JOIN sequence_version v USING (tenant_id, sequence_id, version)
        JOIN sequence s ON s.id = v.sequence_id AND s.tenant_id = v.tenant_id
       WHERE v.status <> 'draft'
      """;

  private final Cache<Pin, PinnedSequence> cache =
      Caffeine.newBuilder().maximumSize(MAX_CACHED).executor(Runnable::run).build();

  /** Clears the cache: a restored database may reuse a version number. */
  public void clear() {
    cache.invalidateAll();
  }

  /** The active versions that a signal of this type triggers, ordered by key. */
  public Future<List<PinnedSequence>> findTriggeredBy(
      SqlConnection connection, UUID tenantId, String signalType) {
    return Statements.list(
            connection, TRIGGERED, Tuple.of(tenantId, signalType), SequenceStore::pin)
        .compose(
            pins ->
                load(connection, pins)
                    .map(
                        found ->
                            pins.stream().map(found::get).map(Objects::requireNonNull).toList()));
  }

  /** These versions; never activated ones are absent. */
  public Future<Map<Pin, PinnedSequence>> load(SqlConnection connection, Collection<Pin> pins) {
    Map<Pin, PinnedSequence> found = new HashMap<>(cache.getAllPresent(pins));
    Set<Pin> missing = new HashSet<>(pins);
    missing.removeAll(found.keySet());
    return missing.isEmpty()
        ? Future.succeededFuture(found)
        : read(connection, missing)
            .map(
                read -> {
                  found.putAll(read);
                  return found;
                });
  }

  private Future<Map<Pin, PinnedSequence>> read(SqlConnection connection, Set<Pin> pins) {
    return BatchStatement.of(VERSIONS, pins)
        .uuids(Pin::tenantId)
        .uuids(Pin::sequenceId)
        .ints(Pin::version)
        .execute(connection)
        .map(this::cacheAll);
  }

  private Map<Pin, PinnedSequence> cacheAll(RowSet<Row> rows) {
    Map<Pin, PinnedSequence> read = new HashMap<>();
    for (Row row : rows) {
      Pin pin = pin(row);
      PinnedSequence sequence = sequence(pin, row);
      cache.put(pin, sequence);
      read.put(pin, sequence);
    }
    return read;
  }

  private static Pin pin(Row row) {
    return new Pin(row.getUUID("tenant_id"), row.getUUID("sequence_id"), row.getInteger("version"));
  }

  private static PinnedSequence sequence(Pin pin, Row row) {
    JsonNode definition = Json.parse(row.getString("definition"));
    List<JsonNode> steps = new ArrayList<>();
    definition.path("steps").forEach(steps::add);
    return new PinnedSequence(
        pin.sequenceId(),
        row.getString("key"),
        pin.version(),
        SequenceDefinitionReader.read(definition),
        steps);
  }
}
