package eu.callorders.server.event;

import java.util.Optional;
import java.util.UUID;

/** Cursors of the feed as clients get them: bound to the tenant and to this database. */
public final class FeedCursors {
  /** Makes text that only this service can have written, for this tenant. */
  public interface Seal {
    String seal(UUID tenantId, String content);

    /** What was sealed for that tenant; empty for anything else. */
    Optional<String> open(UUID tenantId, String cursor);
  }

  private final Seal seal;
  private final UUID epoch;

  /** The epoch is that of the deployment. */
  public FeedCursors(Seal seal, UUID epoch) {
    this.seal = seal;
    this.epoch = epoch;
  }

  String write(UUID tenantId, FeedCursor cursor) {
    return seal.seal(tenantId, cursor.content(epoch));
  }

  Optional<FeedCursor> read(UUID tenantId, String cursor) {
    return seal.open(tenantId, cursor).flatMap(content -> FeedCursor.of(content, epoch));
  }
}
