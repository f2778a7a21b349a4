package eu.callorders.server.event;

import java.util.Optional;
import java.util.UUID;

/** Cursors of the feed as clients get them: bound to the tenant and to this database. */
public final class FeedCursors {
  /** Not the operation: a replay of webhooks takes the same cursors. */
  private static final String PURPOSE = "feed";

  private final Seal seal;
  private final UUID epoch;

  /** Makes text that only this service can have written, for one tenant and purpose. */
  public interface Seal {
    String seal(UUID tenantId, String purpose, byte[] position);

    /**
     * What was sealed.
     *
     * @throws eu.callorders.core.problem.Refusal {@code invalid_cursor} at that pointer
     */
    byte[] open(UUID tenantId, String purpose, String cursor, String pointer);
  }

  /** The epoch is that of the deployment. */
  public FeedCursors(Seal seal, UUID epoch) {
    this.seal = seal;
    this.epoch = epoch;
  }

  String write(UUID tenantId, FeedCursor cursor) {
    return seal.seal(tenantId, PURPOSE, cursor.toBytes(epoch));
  }

  /** Empty when it is of another database; throws when it is none of this tenant. */
  Optional<FeedCursor> read(UUID tenantId, String cursor, String pointer) {
    return FeedCursor.of(seal.open(tenantId, PURPOSE, cursor, pointer), epoch);
  }
}
