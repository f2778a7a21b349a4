package eu.callorders.server.event;

import eu.callorders.server.list.Cursors;
import eu.callorders.server.recovery.Era;
import eu.callorders.server.recovery.Eras;
import eu.callorders.server.recovery.FeedPlace;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/** Encrypted cursors of the feed, bound to the tenant and to an era of the database. */
public final class FeedCursors {
  /** Not the operation: webhook replays accept the same cursors. */
  private static final String PURPOSE = "feed";

  private final Cursors cursors;
  private final Eras eras;
  private final LongAdder rewinds = new LongAdder();

  public FeedCursors(Cursors cursors, Eras eras) {
    this.cursors = cursors;
    this.eras = eras;
  }

  Future<String> write(SqlConnection connection, UUID tenantId, FeedCursor cursor) {
    int number = FeedPlace.era(cursor.position().xid());
    Predicate<Era> matches = era -> era.number() == number;
    return eras.all(connection, matches)
        .map(
            all ->
                all.stream()
                    .filter(matches)
                    .findFirst()
                    .map(era -> cursors.create(tenantId, PURPOSE, cursor.toBytes(era.id())))
                    .orElseThrow(() -> new IllegalStateException("no era " + number)));
  }

  /**
   * Decrypts a cursor.
   *
   * @return empty when the content is no feed cursor
   * @throws eu.callorders.core.problem.ProblemException with that pointer for a cursor of another
   *     tenant or an invalid one
   */
  Optional<FeedCursor.InEra> read(UUID tenantId, String cursor, String pointer) {
    return FeedCursor.of(cursors.read(tenantId, PURPOSE, cursor, pointer));
  }

  /** All eras; reloads when the given one is unknown. */
  Future<List<Era>> eras(SqlConnection connection, UUID id) {
    return eras.all(connection, era -> era.id().equals(id));
  }

  /** All eras, reloaded. */
  Future<List<Era>> eras(SqlConnection connection) {
    return eras.all(connection, era -> false);
  }

  void countRewind() {
    rewinds.increment();
  }

  /** Number of reads that this node has rewound. */
  public long rewinds() {
    return rewinds.sum();
  }
}
