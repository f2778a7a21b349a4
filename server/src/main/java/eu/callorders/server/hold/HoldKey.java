package eu.callorders.server.hold;

import eu.callorders.server.database.Database;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.encryption.EncryptedTable;
import eu.callorders.server.encryption.Keyring;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The key of the hashes of names in holds. The master key encrypts it, so that hashes outlive a
 * rotation: the names of erased persons cannot be hashed again.
 */
public final class HoldKey {
  private static final int KEY_BYTES = 32;
  private static final byte[] ASSOCIATED_DATA = "hold_key".getBytes(StandardCharsets.US_ASCII);

  private static final String FIND = "SELECT ciphertext FROM hold_key LIMIT 1";

  private static final String INSERT =
      "INSERT INTO hold_key (ciphertext) VALUES ($1) ON CONFLICT DO NOTHING";

  private static final String COUNT_ENCRYPTED =
      """
      SELECT encode(substring(ciphertext FROM 2 FOR 8), 'hex') AS key, count(*) AS encrypted
        FROM hold_key
       GROUP BY 1
       ORDER BY 1
      """;

  private static final String ENCRYPTED_BY_OTHERS =
      """
      SELECT singleton::text AS id, ciphertext
        FROM hold_key
       WHERE singleton::text > $1 AND substring(ciphertext FROM 2 FOR 8) <> $2
       ORDER BY singleton::text
       LIMIT $3
         FOR UPDATE SKIP LOCKED
      """;

  private static final String REENCRYPT =
      """
      UPDATE hold_key
         SET ciphertext = $3
       WHERE singleton = $1::text::boolean AND ciphertext = $2
      """;

  private final Keyring keyring;
  private final SecureRandom random;
  private volatile @Nullable NameHasher cached;

  public HoldKey(Keyring keyring, SecureRandom random) {
    this.keyring = keyring;
    this.random = random;
  }

  /** The key's table for the rotation of master keys. */
  public static EncryptedTable encryptedTable() {
    return new EncryptedTable(
        "hold_keys", COUNT_ENCRYPTED, ENCRYPTED_BY_OTHERS, REENCRYPT, row -> ASSOCIATED_DATA);
  }

  /** Creates the key unless it exists. Must complete before any use. */
  public Future<Void> create(Database database) {
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    return database
        .asWorker(
            connection ->
                connection
                    .preparedQuery(INSERT)
                    .execute(Tuple.of(Buffer.buffer(keyring.encrypt(key, ASSOCIATED_DATA)))))
        .mapEmpty();
  }

  /** Forgets the key: the database may be another copy. */
  public void clear() {
    cached = null;
  }

  /** The hashes under the key, which is read once. */
  Future<NameHasher> hasher(SqlConnection connection) {
    NameHasher known = cached;
    return known != null
        ? Future.succeededFuture(known)
        : connection.query(FIND).execute().map(RowMapper.first(this::read)).map(this::cache);
  }

  private NameHasher read(Row row) {
    return new NameHasher(keyring.decrypt(row.getBuffer("ciphertext").getBytes(), ASSOCIATED_DATA));
  }

  private NameHasher cache(Optional<NameHasher> stored) {
    NameHasher found =
        stored.orElseThrow(() -> new IllegalStateException("the key of holds does not exist"));
    cached = found;
    return found;
  }
}
