package eu.callorders.core.call;

import eu.callorders.core.id.UuidV7;
import eu.callorders.core.signing.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;

/**
 * Identifiers of attempts, derived from the order and the serial number of the attempt. A database
 * restored from a backup thus repeats the identifiers of its lost requests, and the gateway, which
 * uses them as idempotency keys, does not dial again.
 */
public final class AttemptIds {
  private static final int OBJECTION = 0;
  private static final int PROMISE = -1;

  private AttemptIds() {}

  /**
   * A UUID of version 7: the order's milliseconds plus the serial number, and SHA-256 in place of
   * randomness.
   *
   * @param serial from 1; refused attempts count too
   */
  public static UUID of(UUID orderId, int serial) {
    ByteBuffer digest = ByteBuffer.wrap(sha256(orderId, serial));
    long millis = UuidV7.instantOf(orderId).toEpochMilli() + serial;
    return UuidV7.of(millis, digest.getLong(), digest.getLong());
  }

  /**
   * The identifier of the next attempt of an order.
   *
   * @param taken the identifiers of all its attempts, refused ones included; after a restore they
   *     may include serial numbers above their count
   */
  public static UUID next(UUID orderId, Set<UUID> taken) {
    int serial = taken.size() + 1;
    while (taken.contains(of(orderId, serial))) {
      serial++;
    }
    return of(orderId, serial);
  }

  /**
   * The identifier of the suppression that an objection in this attempt creates: repeated reports
   * lead to the same entry.
   */
  public static UUID forObjection(UUID attemptId) {
    return of(attemptId, OBJECTION);
  }

  /** The identifier of the promise that a person makes in this attempt. */
  public static UUID forPromise(UUID attemptId) {
    return of(attemptId, PROMISE);
  }

  /**
   * The identifier of a subject's attempt in a call of which only the phone is known; the call
   * counts against each subject with that phone.
   */
  public static UUID forSubject(UUID attemptId, String subjectReference) {
    byte[] reference = subjectReference.getBytes(StandardCharsets.UTF_8);
    ByteBuffer digest =
        ByteBuffer.wrap(
            Sha256.of(
                ByteBuffer.allocate(2 * Long.BYTES + reference.length)
                    .putLong(attemptId.getMostSignificantBits())
                    .putLong(attemptId.getLeastSignificantBits())
                    .put(reference)
                    .array()));
    long millis = UuidV7.instantOf(attemptId).toEpochMilli() + 1;
    return UuidV7.of(millis, digest.getLong(), digest.getLong());
  }

  private static byte[] sha256(UUID orderId, int serial) {
    return Sha256.of(
        ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES)
            .putLong(orderId.getMostSignificantBits())
            .putLong(orderId.getLeastSignificantBits())
            .putInt(serial)
            .array());
  }
}
