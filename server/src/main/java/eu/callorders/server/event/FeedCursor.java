package eu.callorders.server.event;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * What a reader of the feed remembers: everything up to a position is read.
 *
 * <p>The position is always that of an event, never the horizon itself. The number of a transaction
 * that left nothing behind can be given again after a crash, and events written under it then would
 * lie before a remembered horizon.
 *
 * @param completeAt real time of the last event read, or of the reading when that was the last one
 *     there was; what is older than the retention by this measure may have lost its successors
 */
record FeedCursor(FeedPosition position, Instant completeAt) {
  private static final int LENGTH = 5 * Long.BYTES;

  /**
   * A cursor as its text contains it.
   *
   * @param era the id of the era in which the position lies
   */
  record InEra(UUID era, FeedCursor cursor) {}

  /**
   * The cursor as bytes, to be sealed.
   *
   * @param era the id of the era in which the position lies
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

  /** Reads what {@link #toBytes} wrote; empty when it is of another length. */
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
