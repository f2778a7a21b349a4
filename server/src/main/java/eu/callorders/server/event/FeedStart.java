package eu.callorders.server.event;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.recovery.Era;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds the position after which a reader starts or continues. */
public final class FeedStart {
  /** An event is recorded before its commit, and clocks of nodes differ; longer than both. */
  private static final Duration SLACK = Duration.ofMinutes(10);

  private final FeedCursors cursors;

  public FeedStart(FeedCursors cursors) {
    this.cursors = cursors;
  }

  /**
   * Where a page begins.
   *
   * @param rewound whether the database has lost the requested event
   */
  public record StartPosition(FeedPosition position, boolean rewound) {}

  /**
   * The position of a cursor or an event id.
   *
   * @param pointer location of the parameter
   * @return fails with {@code invalid_cursor} when foreign, altered or past retention
   */
  public Future<StartPosition> after(
      SqlConnection connection, UUID tenantId, String after, String pointer, Instant now) {
    return IdKind.EVENT
        .parse(after)
        .map(id -> eventPosition(connection, tenantId, id, now))
        .orElseGet(() -> cursorPosition(connection, tenantId, after, pointer, now))
        .map(found -> found.orElseThrow(() -> Cursors.invalid(pointer)))
        .onSuccess(
            start -> {
              if (start.rewound()) {
                cursors.countRewind();
              }
            });
  }

  /** The oldest visible event, or shortly before the given instant. */
  public Future<FeedPosition> first(
      SqlConnection connection, UUID tenantId, @Nullable Instant createdAfter, Instant now) {
    Instant oldest = EventRetention.oldestVisible(now);
    if (createdAfter == null) {
      return FeedStore.lastBefore(connection, tenantId, oldest.minus(SLACK));
    }
    return FeedStore.clockOffset(connection, tenantId)
        .compose(
            offset -> {
              // The clock offset only grows: no event was recorded with a larger one.
              Instant recordedAt = createdAfter.minusMillis(offset);
              Instant start = recordedAt.isAfter(oldest) ? recordedAt : oldest;
              return FeedStore.lastBefore(connection, tenantId, start.minus(SLACK));
            });
  }

  private Future<Optional<StartPosition>> eventPosition(
      SqlConnection connection, UUID tenantId, UUID id, Instant now) {
    return FeedStore.find(connection, tenantId, id, EventRetention.oldestVisible(now))
        .compose(
            row ->
                row.isPresent()
                    ? Future.succeededFuture(
                        row.map(event -> new StartPosition(event.position(), false)))
                    : lostEvent(connection, tenantId, UuidV7.instantOf(id), now));
  }

  private Future<Optional<StartPosition>> lostEvent(
      SqlConnection connection, UUID tenantId, Instant recordedAt, Instant now) {
    if (recordedAt.isBefore(EventRetention.oldestVisible(now))) {
      return Future.succeededFuture(Optional.empty());
    }
    return cursors
        .eras(connection)
        .map(eras -> LostSpans.rereadFrom(eras, recordedAt))
        .compose(
            from ->
                from.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : FeedStore.lastBefore(connection, tenantId, from.get())
                        .map(position -> Optional.of(new StartPosition(position, true))));
  }

  private Future<Optional<StartPosition>> cursorPosition(
      SqlConnection connection, UUID tenantId, String after, String pointer, Instant now) {
    Optional<FeedCursor.InEra> cursor =
        cursors
            .read(tenantId, after, pointer)
            .filter(
                inEra -> !inEra.cursor().completeAt().isBefore(EventRetention.oldestCursor(now)));
    return cursor.isEmpty()
        ? Future.succeededFuture(Optional.empty())
        : cursors
            .eras(connection, cursor.get().era())
            .compose(eras -> resolve(connection, tenantId, eras, cursor.get()))
            .map(Optional::of);
  }

  /** Only cursors of older eras can have lost their event. */
  private Future<StartPosition> resolve(
      SqlConnection connection, UUID tenantId, List<Era> eras, FeedCursor.InEra cursor) {
    FeedPosition position = cursor.cursor().position();
    if (eras.getLast().id().equals(cursor.era()) || position.equals(FeedPosition.START)) {
      return Future.succeededFuture(new StartPosition(position, false));
    }
    boolean known = eras.stream().anyMatch(era -> era.id().equals(cursor.era()));
    FeedPosition from =
        known ? position : LostSpans.afterLostEra(eras, cursor.cursor().completeAt());
    return FeedStore.lastUpTo(connection, tenantId, from)
        .map(last -> new StartPosition(last, !last.equals(position)));
  }
}
