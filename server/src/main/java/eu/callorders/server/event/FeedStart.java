package eu.callorders.server.event;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.http.Cursors;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds the position behind which a reader goes on, or begins. */
public final class FeedStart {
  /**
   * An event is recorded before it is committed, and nodes' clocks differ. Longer than both, so
   * that who begins at an instant begins early enough.
   */
  private static final Duration SLACK = Duration.ofMinutes(10);

  private final FeedStore store;
  private final FeedCursors cursors;

  public FeedStart(FeedCursors cursors) {
    this(new FeedStore(), cursors);
  }

  FeedStart(FeedStore store, FeedCursors cursors) {
    this.store = store;
    this.cursors = cursors;
  }

  /**
   * Where to go on behind a cursor or an event id.
   *
   * @param pointer where the request says so
   * @return fails with {@code invalid_cursor} when it is foreign, altered or past retention
   */
  public Future<FeedPosition> after(
      SqlConnection connection, UUID tenantId, String after, String pointer, Instant now) {
    return IdKind.EVENT
        .parse(after)
        .map(id -> eventPosition(connection, tenantId, id, now))
        .orElseGet(() -> Future.succeededFuture(cursorPosition(tenantId, after, pointer, now)))
        .map(position -> position.orElseThrow(() -> Cursors.invalid(pointer)));
  }

  /** Where to begin: at the oldest event that is shown, or not long before that instant. */
  public Future<FeedPosition> first(
      SqlConnection connection, UUID tenantId, @Nullable Instant createdAfter, Instant now) {
    Instant oldest = EventRetention.oldestShown(now);
    if (createdAfter == null) {
      return store.lastBefore(connection, tenantId, oldest.minus(SLACK));
    }
    return store
        .clockOffset(connection, tenantId)
        .compose(
            offset -> {
              // The clock only goes forward: no event was ever further ahead of its recording.
              Instant recorded = createdAfter.minusMillis(offset);
              Instant begin = recorded.isAfter(oldest) ? recorded : oldest;
              return store.lastBefore(connection, tenantId, begin.minus(SLACK));
            });
  }

  private Future<Optional<FeedPosition>> eventPosition(
      SqlConnection connection, UUID tenantId, UUID id, Instant now) {
    return store
        .find(connection, tenantId, id, EventRetention.oldestShown(now))
        .map(row -> row.map(FeedRow::position));
  }

  private Optional<FeedPosition> cursorPosition(
      UUID tenantId, String after, String pointer, Instant now) {
    return cursors
        .read(tenantId, after, pointer)
        .filter(cursor -> !cursor.completeAt().isBefore(EventRetention.oldestCursor(now)))
        .map(FeedCursor::position);
  }
}
