package eu.callorders.core.telephony;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The free capacity of a gateway: its latest reported health minus the calls placed since that
 * request. 0 before the first report. Not thread-safe.
 */
public final class ChannelBudget {
  private @Nullable GatewayHealth health;
  private Instant toldAt = Instant.MIN;
  private long placed;
  private long placedBefore;

  public void placed(int calls) {
    placed += calls;
  }

  /** The calls placed so far: pass it to {@link #told} with the health requested now. */
  public long mark() {
    return placed;
  }

  /**
   * Records the gateway's health.
   *
   * @param mark from before the request: the gateway may not count calls placed later
   */
  public void told(GatewayHealth health, long mark, Instant now) {
    this.health = health;
    toldAt = now;
    placedBefore = mark;
  }

  /** The number of calls that may be placed now. */
  public int room(Instant now) {
    GatewayHealth latest = health;
    if (latest == null || latest.state() != GatewayHealth.State.UP || waiting(latest, now)) {
      return 0;
    }
    if (latest.freeChannels() == null) {
      return Integer.MAX_VALUE;
    }
    return (int) Math.max(0, latest.freeChannels() - (placed - placedBefore));
  }

  /** The gateway's latest state; null before the first report. */
  public GatewayHealth.@Nullable State state() {
    return health == null ? null : health.state();
  }

  private boolean waiting(GatewayHealth latest, Instant now) {
    return latest.retryAfter() != null && now.isBefore(toldAt.plus(latest.retryAfter()));
  }
}
