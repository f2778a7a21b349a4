package eu.callorders.server.event;

import eu.callorders.server.http.Cursors;
import java.util.Optional;
import java.util.UUID;

/** Cursors of the feed as clients get them: bound to the tenant and to this database. */
public final class FeedCursors {
  /** Not the operation: a replay of webhooks takes the same cursors. */
  private static final String PURPOSE = "feed";

  private final Cursors cursors;
  private final UUID epoch;

  /** The epoch is that of the deployment. */
  public FeedCursors(Cursors cursors, UUID epoch) {
    this.cursors = cursors;
    this.epoch = epoch;
  }

  String write(UUID tenantId, FeedCursor cursor) {
    return cursors.seal(tenantId, PURPOSE, cursor.toBytes(epoch));
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @return empty when it is of another database
   * @throws eu.callorders.core.problem.Refusal at that pointer when it is none of this tenant
   */
  Optional<FeedCursor> read(UUID tenantId, String cursor, String pointer) {
    return FeedCursor.of(cursors.open(tenantId, PURPOSE, cursor, pointer), epoch);
  }
}
