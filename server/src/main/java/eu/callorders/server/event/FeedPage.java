package eu.callorders.server.event;

import eu.callorders.server.http.Page;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A page of the feed.
 *
 * @param envelopes the JSON of each event
 * @param hasMore whether there is more to read; the next page may still be empty when the search
 *     for matches has not reached the end
 * @param next cursor of the next page
 */
record FeedPage(List<byte[]> envelopes, boolean hasMore, FeedCursor next) {

  static FeedPage empty(FeedPosition after, Instant now) {
    return new FeedPage(List.of(), false, new FeedCursor(after, now));
  }

  /**
   * Builds a page from the rows after a position.
   *
   * @param rows in feed order, up to one more than the limit
   * @param now taken before the read: a reader at the end is up to date as of then
   */
  static FeedPage of(List<FeedRow> rows, int limit, FeedPosition after, Instant now) {
    List<byte[]> envelopes = new ArrayList<>(limit);
    FeedCursor reached = new FeedCursor(after, now);
    boolean cut = false;
    long bytes = 0;
    for (FeedRow row : rows) {
      if (row.envelope() != null) {
        byte[] envelope = row.envelope().getBytes();
        bytes += envelope.length;
        if (envelopes.size() == limit || (bytes > Page.MAX_BYTES && !envelopes.isEmpty())) {
          return new FeedPage(envelopes, true, reached);
        }
        envelopes.add(envelope);
      }
      reached = new FeedCursor(row.position(), row.recordedAt());
      cut = row.cut();
    }
    return new FeedPage(envelopes, cut, cut ? reached : new FeedCursor(reached.position(), now));
  }
}
