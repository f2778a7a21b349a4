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
   * The cursor as bytes, to be sealed.
   *
   * @param epoch names the database whose transactions are counted
   */
  byte[] toBytes(UUID epoch) {
    return ByteBuffer.allocate(LENGTH)
        .putLong(epoch.getMostSignificantBits())
        .putLong(epoch.getLeastSignificantBits())
        .putLong(position.xid())
        .putLong(position.seq())
        .putLong(completeAt.toEpochMilli())
        .array();
  }

  /** Reads what {@link #toBytes} wrote; empty when it is of another database. */
  static Optional<FeedCursor> of(byte[] bytes, UUID epoch) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (bytes.length != LENGTH || !epoch.equals(new UUID(buffer.getLong(), buffer.getLong()))) {
      return Optional.empty();
    }
    FeedPosition position = new FeedPosition(buffer.getLong(), buffer.getLong());
    return Optional.of(new FeedCursor(position, Instant.ofEpochMilli(buffer.getLong())));
  }
}
