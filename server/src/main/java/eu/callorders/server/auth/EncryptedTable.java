package eu.callorders.server.auth;

import io.vertx.sqlclient.Row;
import java.util.function.Function;

/**
 * A table that holds something sealed with a master key, as {@link MasterKeyRotation} deals with
 * it.
 *
 * @param name what the rows are, in plural
 * @param count no parameters; {@code key} (hexadecimal) and {@code encrypted} (how many rows)
 * @param others what other keys have sealed, from the one after {@code $1} (text) on, other than by
 *     key {@code $2}, at most {@code $3}, passing over locked ones; {@code id} (text), {@code
 *     ciphertext}, and what the row's name needs
 * @param replace the row {@code $1} (text) gets {@code $3} if it still holds {@code $2}
 * @param rowName the associated data of a row of {@code others}
 */
public record EncryptedTable(
    String name, String count, String others, String replace, Function<Row, byte[]> rowName) {}
