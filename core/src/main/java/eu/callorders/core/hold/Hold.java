package eu.callorders.core.hold;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A hold: its names are not called for now. Times are the tenant's.
 *
 * @param reason the wire form of a {@link HoldReason}
 * @param until exclusive end; null until it is released
 * @param note for people; never in events
 * @param callId the call whose report made it; null without one
 * @param endedAt when it was released or expired; null while it stands
 */
public record Hold(
    UUID id,
    UUID tenantId,
    HoldNames names,
    String reason,
    HoldSource source,
    HoldStatus status,
    @Nullable Instant until,
    @Nullable String note,
    @Nullable UUID callId,
    Instant createdAt,
    @Nullable Instant endedAt) {

  /** Whether its end has come: it stands only until a worker has noted that. */
  public boolean isDue(Instant now) {
    return status == HoldStatus.ACTIVE && until != null && !until.isAfter(now);
  }

  /** The same hold, expired at its end. */
  public Hold expired() {
    return ended(HoldStatus.EXPIRED, Objects.requireNonNull(until));
  }

  /** The same hold, ended now. */
  public Hold ended(HoldStatus end, Instant now) {
    return new Hold(id, tenantId, names, reason, source, end, until, note, callId, createdAt, now);
  }

  /**
   * The same hold, placed once more: it stands until the later of both ends.
   *
   * @param sameNames the same as its own, which an erasure may have taken
   * @param again end of the other one; null for none, which is later than any
   */
  public Hold extended(HoldNames sameNames, @Nullable Instant again) {
    return new Hold(
        id,
        tenantId,
        sameNames,
        reason,
        source,
        status,
        later(until, again),
        note,
        callId,
        createdAt,
        endedAt);
  }

  private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return null;
    }
    return one.isAfter(other) ? one : other;
  }
}
