package eu.callorders.server.webhook.delivery;

import java.time.Duration;
import java.time.Instant;

/** How long deliveries are visible. */
public final class DeliveryRetention {
  private static final Duration RETENTION = Duration.ofDays(30);

  private DeliveryRetention() {}

  /** Older deliveries are hidden and may be removed. */
  public static Instant oldest(Instant now) {
    return now.minus(RETENTION);
  }
}
