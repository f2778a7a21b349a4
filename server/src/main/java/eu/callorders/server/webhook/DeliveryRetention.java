package eu.callorders.server.webhook;

import java.time.Duration;
import java.time.Instant;

/** How long deliveries can be read. */
public final class DeliveryRetention {
  private static final Duration SHOWN = Duration.ofDays(30);

  private DeliveryRetention() {}

  /** Deliveries made before are no longer shown, and may be removed. */
  public static Instant oldest(Instant now) {
    return now.minus(SHOWN);
  }
}
