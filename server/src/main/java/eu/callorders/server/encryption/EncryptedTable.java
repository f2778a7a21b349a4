package eu.callorders.server.encryption;

import io.vertx.sqlclient.Row;
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
    Function<Row, byte[]> associatedData) {}
