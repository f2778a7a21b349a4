package eu.callorders.server.event;

import eu.callorders.server.http.Cursors;
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

/** Cursors of the feed as clients get them: bound to the tenant and to an era of the database. */
public final class FeedCursors {
  /** Not the operation: a replay of webhooks takes the same cursors. */
  private static final String PURPOSE = "feed";

  private final Cursors cursors;
  private final Eras eras;
  private final LongAdder rewound = new LongAdder();

  public FeedCursors(Cursors cursors, Eras eras) {
    this.cursors = cursors;
    this.eras = eras;
  }

  Future<String> write(SqlConnection connection, UUID tenantId, FeedCursor cursor) {
    int number = FeedPlace.era(cursor.position().xid());
    Predicate<Era> own = era -> era.number() == number;
    return eras.all(connection, own)
        .map(
            all ->
                all.stream()
                    .filter(own)
                    .findFirst()
                    .map(era -> cursors.seal(tenantId, PURPOSE, cursor.toBytes(era.id())))
                    .orElseThrow(() -> new IllegalStateException("no era " + number)));
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @return empty when it is none
   * @throws eu.callorders.core.problem.ProblemException at that pointer when it is none of this
   *     tenant
   */
  Optional<FeedCursor.InEra> read(UUID tenantId, String cursor, String pointer) {
    return FeedCursor.of(cursors.open(tenantId, PURPOSE, cursor, pointer));
  }

  /** All eras; read anew when that one is not known. */
  Future<List<Era>> eras(SqlConnection connection, UUID id) {
    return eras.all(connection, era -> era.id().equals(id));
  }

  /** All eras, read anew. */
  Future<List<Era>> eras(SqlConnection connection) {
    return eras.all(connection, era -> false);
  }

  /** Counts a reader that was sent back. */
  void noteRewound() {
    rewound.increment();
  }

  /** How many readers this node has sent back. */
  public long rewound() {
    return rewound.sum();
  }
}
