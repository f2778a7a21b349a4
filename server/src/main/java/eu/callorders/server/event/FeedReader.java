package eu.callorders.server.event;

import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** Reads the page of the feed that a request asks for. */
final class FeedReader {
  /** Set when the database has lost the event of the cursor. */
  private static final String REWOUND = "Feed-Rewound";

  private final Database database;
  private final FeedCursors cursors;
  private final FeedStart start;
  private final InstantSource realTime;

  FeedReader(Database database, FeedCursors cursors, InstantSource realTime) {
    this.database = database;
    this.cursors = cursors;
    this.start = new FeedStart(cursors);
    this.realTime = realTime;
  }

  /**
   * A page that was read.
   *
   * @param next cursor of the next page
   * @param rewound whether the database has lost the event of the cursor
   * @param readUpTo a horizon below which the page leaves nothing out, when it has no more
   */
  record ReadPage(FeedPage page, String next, boolean rewound, long readUpTo) {

    /** Whether a reader may wait for what follows. */
    boolean isAtEnd() {
      return page.envelopes().isEmpty() && !page.hasMore() && !rewound;
    }

    Reply reply() {
      Reply reply = Page.of(page.envelopes(), page.hasMore(), next);
      return rewound ? reply.with(REWOUND, "true") : reply;
    }
  }

  /**
   * Reads a page.
   *
   * @param after cursor or event id; empty for the start of the request's filter
   * @param mayWait whether {@link ReadPage#readUpTo} is needed
   */
  Future<ReadPage> read(ApiRequest request, Optional<String> after, boolean mayWait) {
    return database.asTenant(
        request.caller().tenantId(), connection -> read(connection, request, after, mayWait));
  }

  private Future<ReadPage> read(
      SqlConnection connection, ApiRequest request, Optional<String> after, boolean mayWait) {
    // Both are taken before the read: a reader that reaches the end has read everything up to them.
    Instant now = realTime.instant();
    Future<Long> horizon =
        mayWait ? FeedStore.horizon(connection) : Future.succeededFuture(Long.MIN_VALUE);
    Optional<EventFilter> filter = EventFilter.of(request);
    return position(connection, request, after, filter.orElse(EventFilter.ALL), now)
        .compose(
            from ->
                filter
                    .map(criteria -> page(connection, request, criteria, from.position(), now))
                    .orElseGet(() -> Future.succeededFuture(FeedPage.empty(from.position(), now)))
                    .compose(page -> readPage(connection, request, page, from.rewound(), horizon)));
  }

  private Future<FeedStart.StartPosition> position(
      SqlConnection connection,
      ApiRequest request,
      Optional<String> after,
      EventFilter filter,
      Instant now) {
    UUID tenantId = request.caller().tenantId();
    return after
        .map(cursor -> start.after(connection, tenantId, cursor, "/query/after", now))
        .orElseGet(
            () ->
                start
                    .first(connection, tenantId, filter.createdAfter(), now)
                    .map(first -> new FeedStart.StartPosition(first, false)));
  }

  private static Future<FeedPage> page(
      SqlConnection connection,
      ApiRequest request,
      EventFilter filter,
      FeedPosition after,
      Instant now) {
    int limit = request.limit();
    return FeedStore.read(connection, request.caller().tenantId(), filter, after, limit + 1)
        .map(rows -> FeedPage.of(rows, limit, after, now));
  }

  private Future<ReadPage> readPage(
      SqlConnection connection,
      ApiRequest request,
      FeedPage page,
      boolean rewound,
      Future<Long> horizon) {
    return cursors
        .write(connection, request.caller().tenantId(), page.next())
        .compose(next -> horizon.map(readUpTo -> new ReadPage(page, next, rewound, readUpTo)));
  }
}
