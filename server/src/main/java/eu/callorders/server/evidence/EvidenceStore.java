package eu.callorders.server.evidence;

import eu.callorders.core.evidence.MerkleTree;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** SQL of the evidence of calls. */
public final class EvidenceStore {
  private static final int HASH_BYTES = 32;

  /** A call closed again by a repeated event keeps its first evidence. */
  private static final String INSERT =
      """
      INSERT INTO call_evidence (call_id, tenant_id, created_at, jws)
      SELECT call_id, tenant_id, created_at, jws
        FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[])
          AS new (call_id, tenant_id, created_at, jws)
      ON CONFLICT (call_id) DO NOTHING
      """;

  private static final String LOAD =
      "SELECT call_id, created_at, jws, root, leaves, leaf, path FROM call_evidence ";

  private static final String FIND = LOAD + "WHERE tenant_id = $1 AND call_id = $2";

  private static final String OF_CALLS =
      LOAD + "WHERE tenant_id = $1 AND call_id = ANY ($2) ORDER BY call_id";

  private static final String OLDEST_WITHOUT_ROOT =
      """
      SELECT created_at FROM call_evidence WHERE root IS NULL ORDER BY created_at LIMIT 1
      """;

  /** The leaf of the compact serialization, as {@link MerkleTree#leaf} makes it. */
  private static final String WITHOUT_ROOT =
      """
      SELECT call_id, sha256('\\x00'::bytea || convert_to(jws, 'UTF8')) AS leaf
        FROM call_evidence
       WHERE root IS NULL
       ORDER BY created_at
       LIMIT $1
      """;

  private static final String PLACE =
      """
      UPDATE call_evidence e
         SET root = $1, leaves = $2, leaf = new.leaf, path = new.path
        FROM unnest($3::uuid[], $4::int[], $5::bytea[]) AS new (call_id, leaf, path)
       WHERE e.call_id = new.call_id AND e.root IS NULL
      """;

  /**
   * The evidence of a call.
   *
   * @param createdAt real time
   * @param place null while it is in no tree
   */
  public record StoredEvidence(
      UUID callId, Instant createdAt, String jws, @Nullable TreePosition place) {}

  /**
   * The place of evidence in a hash tree.
   *
   * @param path from the leaf to the root
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record TreePosition(byte[] root, int leaves, int leaf, List<byte[]> path) {}

  record New(UUID callId, UUID tenantId, Instant createdAt, String jws) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Unplaced(UUID callId, byte[] leaf) {}

  record Placed(UUID callId, int leaf, List<byte[]> path) {}

  private EvidenceStore() {}

  static Future<Void> insert(SqlConnection connection, List<New> evidence) {
    return BatchStatement.of(INSERT, evidence)
        .uuids(New::callId)
        .uuids(New::tenantId)
        .times(New::createdAt)
        .strings(New::jws)
        .execute(connection)
        .mapEmpty();
  }

  public static Future<Optional<StoredEvidence>> find(
      SqlConnection connection, UUID tenantId, UUID callId) {
    return Statements.first(connection, FIND, Tuple.of(tenantId, callId), EvidenceStore::evidence);
  }

  /** The evidence of these calls, oldest first; calls without any are absent. */
  public static Future<List<StoredEvidence>> ofCalls(
      SqlConnection connection, UUID tenantId, Collection<UUID> callIds) {
    return Statements.list(
        connection, OF_CALLS, RowMapper.tenantAndIds(tenantId, callIds), EvidenceStore::evidence);
  }

  /** When the oldest evidence was made that is in no tree; empty when all is. */
  static Future<Optional<Instant>> oldestWithoutRoot(SqlConnection connection) {
    return connection
        .preparedQuery(OLDEST_WITHOUT_ROOT)
        .execute()
        .map(RowMapper.first(row -> RowMapper.instant(row, "created_at")));
  }

  /** Up to {@code limit} of those in no tree, the oldest first. */
  static Future<List<Unplaced>> withoutRoot(SqlConnection connection, int limit) {
    return Statements.list(
        connection,
        WITHOUT_ROOT,
        Tuple.of(limit),
        row -> new Unplaced(row.getUUID("call_id"), row.getBuffer("leaf").getBytes()));
  }

  /** Stores places in one tree; those of calls that were deleted meanwhile are nowhere. */
  static Future<Void> place(
      SqlConnection connection, byte[] root, int leaves, List<Placed> placed) {
    return BatchStatement.of(PLACE, placed)
        .value(Buffer.buffer(root))
        .value(leaves)
        .uuids(Placed::callId)
        .ints(Placed::leaf)
        .buffers(each -> join(each.path()))
        .execute(connection)
        .mapEmpty();
  }

  private static Buffer join(List<byte[]> hashes) {
    Buffer joined = Buffer.buffer();
    hashes.forEach(joined::appendBytes);
    return joined;
  }

  private static List<byte[]> split(Buffer joined) {
    List<byte[]> hashes = new ArrayList<>();
    for (int at = 0; at < joined.length(); at += HASH_BYTES) {
      hashes.add(joined.getBytes(at, at + HASH_BYTES));
    }
    return hashes;
  }

  private static StoredEvidence evidence(Row row) {
    Buffer root = row.getBuffer("root");
    return new StoredEvidence(
        row.getUUID("call_id"),
        RowMapper.instant(row, "created_at"),
        row.getString("jws"),
        root == null
            ? null
            : new TreePosition(
                root.getBytes(),
                row.getInteger("leaves"),
                row.getInteger("leaf"),
                split(row.getBuffer("path"))));
  }
}
