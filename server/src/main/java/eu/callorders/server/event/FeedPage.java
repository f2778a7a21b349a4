package eu.callorders.server.event;

import eu.callorders.server.http.Page;
import io.netty.buffer.ByteBufUtil;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A page of the feed.
 *
 * @param envelopes the JSON of each event
 * @param hasMore whether there is more to read now; the next page may still be empty, when the
 *     search for matching events has not come to the end
 * @param next where to go on
 */
record FeedPage(List<String> envelopes, boolean hasMore, FeedCursor next) {

  /** A page with nothing on it and nothing behind it. */
  static FeedPage empty(FeedPosition after, Instant now) {
    return new FeedPage(List.of(), false, new FeedCursor(after, now));
  }

  /**
   * Makes a page of what was read after a position.
   *
   * @param rows in feed order, one more than the limit when there are
   * @param now a moment before the reading: who has reached the end is up to date as of then
   */
  static FeedPage of(List<FeedRow> rows, int limit, FeedPosition after, Instant now) {
    List<String> envelopes = new ArrayList<>(limit);
    FeedCursor reached = new FeedCursor(after, now);
    boolean cut = false;
    long bytes = 0;
    for (FeedRow row : rows) {
      if (row.envelope() != null) {
        bytes += ByteBufUtil.utf8Bytes(row.envelope());
        if (envelopes.size() == limit || (bytes > Page.MOST_BYTES && !envelopes.isEmpty())) {
          return new FeedPage(envelopes, true, reached);
        }
        envelopes.add(row.envelope());
      }
      reached = new FeedCursor(row.position(), row.recordedAt());
      cut = row.cut();
    }
    return new FeedPage(envelopes, cut, cut ? reached : new FeedCursor(reached.position(), now));
  }
}
