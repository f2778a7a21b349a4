package eu.callorders.server.encryption;

import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * A table with ciphertexts of a master key, for {@link MasterKeyRotation}.
 *
 * @param name what the rows are, in plural
 * @param count SQL without parameters; {@code key} (hexadecimal) and {@code encrypted} (number of
 *     rows)
 * @param selectOthers SQL for ciphertexts of keys other than {@code $2} after id {@code $1} (text),
 *     at most {@code $3}, skipping locked rows; {@code id} (text), {@code ciphertext} and the
 *     columns of the associated data
 * @param replace SQL that sets row {@code $1} (text) to {@code $3} if it still holds {@code $2}
 * @param associatedData the associated data of a row of {@code others}
 */
public record EncryptedTable(
    String name,
    String count,
    String selectOthers,
    String replace,
    Function<Row, byte[]> associatedData) {

  private static final String COUNT_PRIVATE_KEYS =
      """
      SELECT encode(substring(private_key FROM 2 FOR 8), 'hex') AS key, count(*) AS encrypted
        FROM {table}
       WHERE substring(private_key FROM 1 FOR 1) = '\\x01'
       GROUP BY 1
       ORDER BY 1
      """;

  private static final String PRIVATE_KEYS_OF_OTHERS =
      """
      SELECT kid AS id, private_key AS ciphertext
        FROM {table}
       WHERE kid > $1 AND substring(private_key FROM 2 FOR 8) <> $2
       ORDER BY kid
       LIMIT $3
       FOR UPDATE SKIP LOCKED
      """;

  private static final String REPLACE_PRIVATE_KEY =
      "UPDATE {table} SET private_key = $3 WHERE kid = $1 AND private_key = $2";

  /** A table with private keys by their {@code kid}. */
  public static EncryptedTable ofPrivateKeys(String table) {
    return new EncryptedTable(
        table + "s",
        COUNT_PRIVATE_KEYS.replace("{table}", table),
        PRIVATE_KEYS_OF_OTHERS.replace("{table}", table),
        REPLACE_PRIVATE_KEY.replace("{table}", table),
        row -> associatedData(table, row.getString("id")));
  }

  /** Binds a private key to its row. */
  public static byte[] associatedData(String table, String kid) {
    return (table + "/" + kid).getBytes(StandardCharsets.UTF_8);
  }
}
