package eu.callorders.server.event;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
  private static final Pattern CONTENT =
      Pattern.compile("(?<epoch>[0-9a-f-]{36}) (?<xid>\\d+) (?<seq>\\d+) (?<at>-?\\d+)");

  /**
   * The cursor as text, to be sealed.
   *
   * @param epoch names the database whose transactions are counted
   */
  String content(UUID epoch) {
    return epoch + " " + position.xid() + " " + position.seq() + " " + completeAt.toEpochMilli();
  }

  /** Reads what {@link #content} wrote; empty when it is of another database. */
  static Optional<FeedCursor> of(String content, UUID epoch) {
    Matcher matcher = CONTENT.matcher(content);
    if (!matcher.matches() || !matcher.group("epoch").equals(epoch.toString())) {
      return Optional.empty();
    }
    FeedPosition position =
        new FeedPosition(
            Long.parseLong(matcher.group("xid")), Long.parseLong(matcher.group("seq")));
    Instant at = Instant.ofEpochMilli(Long.parseLong(matcher.group("at")));
    return Optional.of(new FeedCursor(position, at));
  }
}
