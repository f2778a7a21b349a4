package eu.callorders.server.encryption;

import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the use of master keys and re-encrypts everything with the first one, so that older keys
 * can be removed.
 */
public final class MasterKeyRotation {
  private static final Logger LOG = LoggerFactory.getLogger(MasterKeyRotation.class);
  private static final int BATCH = 500;

  private final Database database;
  private final Keyring ring;
  private final List<EncryptedTable> tables;

  /**
   * @param tables all tables with ciphertexts
   */
  public MasterKeyRotation(Database database, Keyring ring, List<EncryptedTable> tables) {
    this.database = database;
    this.ring = ring;
    this.tables = List.copyOf(tables);
  }

  /**
   * A key and the number of its ciphertexts.
   *
   * @param encrypts whether it is the first of the ring
   * @param inRing when false, its ciphertexts cannot be decrypted
   * @param encryptedRows number of rows by table
   */
  public record KeyUsage(
      String keyId, boolean encrypts, boolean inRing, Map<String, Long> encryptedRows) {
    public KeyUsage {
      encryptedRows = Map.copyOf(encryptedRows);
    }
  }

  public String first() {
    return ring.ids().getFirst();
  }

  /** The keys of the ring in order, then missing keys that are still in use. */
  public Future<List<KeyUsage>> usage() {
    return database.asWorker(this::usage);
  }

  private Future<List<KeyUsage>> usage(SqlConnection connection) {
    Map<String, Map<String, Long>> byKey = new LinkedHashMap<>();
    ring.ids().forEach(key -> byKey.put(key, new LinkedHashMap<>()));
    Future<Void> counted = Future.succeededFuture();
    for (EncryptedTable table : tables) {
      counted = counted.compose(ignored -> count(connection, table, byKey));
    }
    return counted.map(
        ignored ->
            byKey.entrySet().stream()
                .map(
                    each ->
                        new KeyUsage(
                            each.getKey(),
                            each.getKey().equals(first()),
                            ring.ids().contains(each.getKey()),
                            each.getValue()))
                .toList());
  }

  private static Future<Void> count(
      SqlConnection connection, EncryptedTable table, Map<String, Map<String, Long>> byKey) {
    return connection
        .query(table.count())
        .execute()
        .onSuccess(
            rows ->
                rows.forEach(
                    row ->
                        byKey
                            .computeIfAbsent(row.getString("key"), key -> new LinkedHashMap<>())
                            .put(table.name(), row.getLong("encrypted"))))
        .mapEmpty();
  }

  /**
   * Re-encrypts every ciphertext of another key than the first, one transaction per batch; resumes
   * after an abort. Skips rows that cannot be decrypted.
   *
   * @return number of changed rows
   */
  public Future<Integer> reencrypt() {
    Future<Integer> done = Future.succeededFuture(0);
    for (EncryptedTable table : tables) {
      done = done.compose(before -> reencrypt(table, "", before));
    }
    return done;
  }

  /**
   * A batch: the id of its last row, empty at the end of the table, and the number of changed rows.
   */
  private record Batch(String last, int changed) {}

  private Future<Integer> reencrypt(EncryptedTable table, String after, int before) {
    return database
        .asWorker(connection -> batch(connection, table, after))
        .compose(
            batch ->
                batch.last().isEmpty()
                    ? Future.succeededFuture(before)
                    : reencrypt(table, batch.last(), before + batch.changed()));
  }

  private Future<Batch> batch(SqlConnection connection, EncryptedTable table, String after) {
    return connection
        .preparedQuery(table.selectOthers())
        .execute(Tuple.of(after, Buffer.buffer(HexFormat.of().parseHex(first())), BATCH))
        .compose(
            rows -> {
              List<Row> found = StreamSupport.stream(rows.spliterator(), false).toList();
              List<Tuple> changes = new ArrayList<>();
              found.forEach(row -> reencrypt(table, row, changes));
              String last = found.isEmpty() ? "" : found.getLast().getString("id");
              return changes.isEmpty()
                  ? Future.succeededFuture(new Batch(last, 0))
                  : connection
                      .preparedQuery(table.replace())
                      .executeBatch(changes)
                      .map(ignored -> new Batch(last, changes.size()));
            });
  }

  private void reencrypt(EncryptedTable table, Row row, List<Tuple> changes) {
    byte[] ciphertext = row.getBuffer("ciphertext").getBytes();
    byte[] associatedData = table.associatedData().apply(row);
    try {
      byte[] reencrypted = ring.encrypt(ring.decrypt(ciphertext, associatedData), associatedData);
      changes.add(
          Tuple.of(row.getString("id"), Buffer.buffer(ciphertext), Buffer.buffer(reencrypted)));
    } catch (IllegalStateException unreadable) {
      LOG.error("re-encryption failed: {} {}", table.name(), row.getString("id"), unreadable);
    }
  }
}
