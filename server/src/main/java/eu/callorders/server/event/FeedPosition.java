package eu.callorders.server.event;

/**
 * A place in the feed: that of an event, or the one before all.
 *
 * @param xid era and transaction that wrote the event: {@code era << 48 | xid}
 * @param seq orders the events of one transaction
 */
public record FeedPosition(long xid, long seq) {
  static final FeedPosition START = new FeedPosition(0, 0);
}
