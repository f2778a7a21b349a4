package eu.callorders.core.telephony;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many calls a gateway has room for, by its own latest word and what has been placed since it
 * was asked for it. Before its first word there is none. Belongs to one thread at a time.
 */
public final class ChannelBudget {
  private @Nullable GatewayHealth health;
  private Instant toldAt = Instant.MIN;
  private long placed;
  private long placedBefore;

  /** Takes in that so many calls are being placed. */
  public void placed(int calls) {
    placed += calls;
  }

  /** What has been placed so far: to be handed in with the answer to a question asked now. */
  public long mark() {
    return placed;
  }

  /**
   * Takes in the gateway's word.
   *
   * @param mark taken before it was asked: it may not have heard of what was placed later
   */
  public void told(GatewayHealth word, long mark, Instant now) {
    health = word;
    toldAt = now;
    placedBefore = mark;
  }

  /** How many calls may be placed now. */
  public int room(Instant now) {
    GatewayHealth known = health;
    if (known == null || known.state() != GatewayHealth.State.UP || waiting(known, now)) {
      return 0;
    }
    if (known.freeChannels() == null) {
      return Integer.MAX_VALUE;
    }
    return (int) Math.max(0, known.freeChannels() - (placed - placedBefore));
  }

  /** The gateway's latest word; null before the first. */
  public GatewayHealth.@Nullable State state() {
    return health == null ? null : health.state();
  }

  private boolean waiting(GatewayHealth known, Instant now) {
    return known.retryAfter() != null && now.isBefore(toldAt.plus(known.retryAfter()));
  }
}
