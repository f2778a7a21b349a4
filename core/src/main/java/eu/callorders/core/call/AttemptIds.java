package eu.callorders.core.call;

import eu.callorders.core.id.UuidV7;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import java.util.UUID;

/**
 * Identifiers of attempts: a function of the order and the serial number of the attempt in it. A
 * database that was restored from a backup asks its gateway for the same attempt again, and a
 * gateway that remembers the identifier dials nothing.
 */
public final class AttemptIds {
  private static final int OBJECTION = 0;

  private AttemptIds() {}

  /**
   * The identifier of one attempt: a UUID of version 7 with the order's milliseconds plus the
   * serial number, and SHA-256 in the place of randomness.
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
   * @param taken the identifiers of all its attempts, refused ones included. After a restore later
   *     serial numbers than their count can be among them.
   */
  public static UUID next(UUID orderId, Set<UUID> taken) {
    int serial = taken.size() + 1;
    while (taken.contains(of(orderId, serial))) {
      serial++;
    }
    return of(orderId, serial);
  }

  /**
   * The identifier of the do-not-call entry that an objection in this attempt becomes, so that it
   * is one entry however often and from where the objection is reported.
   */
  public static UUID ofObjection(UUID attemptId) {
    return of(attemptId, OBJECTION);
  }

  /**
   * The identifier of a person's attempt in a call of which only the number is known, and which
   * counts against each person with that number.
   */
  public static UUID ofPerson(UUID attemptId, String subjectReference) {
    byte[] reference = subjectReference.getBytes(StandardCharsets.UTF_8);
    ByteBuffer digest =
        ByteBuffer.wrap(
            sha256(
                ByteBuffer.allocate(2 * Long.BYTES + reference.length)
                    .putLong(attemptId.getMostSignificantBits())
                    .putLong(attemptId.getLeastSignificantBits())
                    .put(reference)
                    .array()));
    long millis = UuidV7.instantOf(attemptId).toEpochMilli() + 1;
    return UuidV7.of(millis, digest.getLong(), digest.getLong());
  }

  private static byte[] sha256(UUID orderId, int serial) {
    return sha256(
        ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES)
            .putLong(orderId.getMostSignificantBits())
            .putLong(orderId.getLeastSignificantBits())
            .putInt(serial)
            .array());
  }

  private static byte[] sha256(byte[] input) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(input);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
