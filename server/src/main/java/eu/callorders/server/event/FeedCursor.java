package eu.callorders.server.event;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Position up to which a reader has read the feed.
 *
 * <p>Always the position of an event, never the horizon: after a crash the transaction id of the
 * horizon may be assigned again, and its events would lie before the cursor.
 *
 * @param completeAt real time of the last event read, or of the read that reached the end; beyond
 *     the retention, later events may be deleted
 */
record FeedCursor(FeedPosition position, Instant completeAt) {
  private static final int LENGTH = 5 * Long.BYTES;

  /**
   * A cursor with the era of its position.
   *
   * @param era id of the era
   */
  record InEra(UUID era, FeedCursor cursor) {}

  /**
   * The bytes to encrypt.
   *
   * @param era id of the era of the position
   */
  byte[] toBytes(UUID era) {
    return ByteBuffer.allocate(LENGTH)
        .putLong(era.getMostSignificantBits())
        .putLong(era.getLeastSignificantBits())
        .putLong(position.xid())
        .putLong(position.seq())
        .putLong(completeAt.toEpochMilli())
        .array();
  }

  /** Parses the bytes; empty when the length is wrong. */
  static Optional<InEra> of(byte[] bytes) {
    if (bytes.length != LENGTH) {
      return Optional.empty();
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    UUID era = new UUID(buffer.getLong(), buffer.getLong());
    FeedPosition position = new FeedPosition(buffer.getLong(), buffer.getLong());
    Instant completeAt = Instant.ofEpochMilli(buffer.getLong());
    return Optional.of(new InEra(era, new FeedCursor(position, completeAt)));
  }
}
