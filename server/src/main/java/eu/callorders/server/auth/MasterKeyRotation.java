package eu.callorders.server.auth;

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
 * What the master keys are in use for, and how a new one takes over: with the new key in front of
 * the ring on every node, everything is sealed again under it, and the old key can go.
 */
public final class MasterKeyRotation {
  private static final Logger LOG = LoggerFactory.getLogger(MasterKeyRotation.class);
  private static final int BATCH = 500;

  private final Database database;
  private final Keyring ring;
  private final List<EncryptedTable> tables;

  /**
   * @param tables everything that is sealed
   */
  public MasterKeyRotation(Database database, Keyring ring, List<EncryptedTable> tables) {
    this.database = database;
    this.ring = ring;
    this.tables = List.copyOf(tables);
  }

  /**
   * A key and what it has sealed.
   *
   * @param encrypts whether it is the first of the ring
   * @param inRing false: nobody can read what it has sealed
   * @param sealed how many rows, by what they are
   */
  public record KeyUsage(String keyId, boolean encrypts, boolean inRing, Map<String, Long> sealed) {
    public KeyUsage {
      sealed = Map.copyOf(sealed);
    }
  }

  /** The key that encrypts. */
  public String first() {
    return ring.names().getFirst();
  }

  /** The keys of the ring in their order, then those that are missing from it. */
  public Future<List<KeyUsage>> uses() {
    return database.asWorker(this::uses);
  }

  private Future<List<KeyUsage>> uses(SqlConnection connection) {
    Map<String, Map<String, Long>> byKey = new LinkedHashMap<>();
    ring.names().forEach(key -> byKey.put(key, new LinkedHashMap<>()));
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
                            ring.names().contains(each.getKey()),
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
   * Seals everything again that another key than the first has sealed, a batch to a transaction.
   * Broken off, it has done what it has done; begun again, it goes on with the rest. What cannot be
   * opened is left as it is.
   *
   * @return how many rows it was
   */
  public Future<Integer> sealAgain() {
    Future<Integer> done = Future.succeededFuture(0);
    for (EncryptedTable table : tables) {
      done = done.compose(before -> sealAgain(table, "", before));
    }
    return done;
  }

  /** A batch: where it ended, empty at the end of the table, and how many rows it changed. */
  private record Batch(String last, int changed) {}

  private Future<Integer> sealAgain(EncryptedTable table, String after, int before) {
    return database
        .asWorker(connection -> batch(connection, table, after))
        .compose(
            batch ->
                batch.last().isEmpty()
                    ? Future.succeededFuture(before)
                    : sealAgain(table, batch.last(), before + batch.changed()));
  }

  private Future<Batch> batch(SqlConnection connection, EncryptedTable table, String after) {
    return connection
        .preparedQuery(table.others())
        .execute(Tuple.of(after, Buffer.buffer(HexFormat.of().parseHex(first())), BATCH))
        .compose(
            rows -> {
              List<Row> found = StreamSupport.stream(rows.spliterator(), false).toList();
              List<Tuple> changes = new ArrayList<>();
              found.forEach(row -> sealAgain(table, row, changes));
              String last = found.isEmpty() ? "" : found.getLast().getString("id");
              return changes.isEmpty()
                  ? Future.succeededFuture(new Batch(last, 0))
                  : connection
                      .preparedQuery(table.replace())
                      .executeBatch(changes)
                      .map(ignored -> new Batch(last, changes.size()));
            });
  }

  private void sealAgain(EncryptedTable table, Row row, List<Tuple> changes) {
    byte[] sealed = row.getBuffer("ciphertext").getBytes();
    byte[] rowName = table.rowName().apply(row);
    try {
      byte[] again = ring.seal(ring.open(sealed, rowName), rowName);
      changes.add(Tuple.of(row.getString("id"), Buffer.buffer(sealed), Buffer.buffer(again)));
    } catch (IllegalStateException unreadable) {
      LOG.error("{}: {} cannot be sealed again", table.name(), row.getString("id"), unreadable);
    }
  }
}
