package eu.callorders.core.telephony;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The free capacity of a gateway: its latest reported health minus the calls placed since that
 * request. 0 before the first report. Not thread-safe.
 */
public final class ChannelBudget {
  private @Nullable GatewayHealth health;
  private Instant updatedAt = Instant.MIN;
  private long placed;
  private long placedAtRequest;

  public void placed(int calls) {
    placed += calls;
  }

  /** The calls placed so far: pass it to {@link #update} with the health requested now. */
  public long placedCount() {
    return placed;
  }

  /**
   * Records the gateway's health.
   *
   * @param mark from before the request: the gateway may not count calls placed later
   */
  public void update(GatewayHealth health, long mark, Instant now) {
    this.health = health;
    updatedAt = now;
    placedAtRequest = mark;
  }

  /** The number of calls that may be placed now. */
  public int capacity(Instant now) {
    GatewayHealth latest = health;
    if (latest == null || latest.state() != GatewayHealth.State.UP || isBackingOff(latest, now)) {
      return 0;
    }
    if (latest.freeChannels() == null) {
      return Integer.MAX_VALUE;
    }
    return (int) Math.max(0, latest.freeChannels() - (placed - placedAtRequest));
  }

  /** The gateway's latest state; null before the first report. */
  public GatewayHealth.@Nullable State state() {
    return health == null ? null : health.state();
  }

  private boolean isBackingOff(GatewayHealth latest, Instant now) {
    return latest.retryAfter() != null && now.isBefore(updatedAt.plus(latest.retryAfter()));
  }
}
