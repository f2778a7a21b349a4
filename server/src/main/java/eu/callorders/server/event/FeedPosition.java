package eu.callorders.server.event;

/**
 * Position of an event in the feed, or the one before all.
 *
 * @param xid era and transaction of the event: {@code era << 48 | xid}
 * @param seq orders the events of one transaction
 */
public record FeedPosition(long xid, long seq) {
  static final FeedPosition START = new FeedPosition(0, 0);
}
