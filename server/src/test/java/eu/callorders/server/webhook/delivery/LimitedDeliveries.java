package eu.callorders.server.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Deliveries under limits, and their results. */
final class LimitedDeliveries {
  static final Duration SLOW = Duration.ofSeconds(1);
  final Map<UUID, UUID> tenants = new HashMap<>();
  final UUID one = UUID.randomUUID();
  final UUID two = UUID.randomUUID();
  final ConcurrencyLimiter limiter =
      new ConcurrencyLimiter(new ConcurrencyLimiter.Limits(300, 40, 3, 64_000, 8_000));

  /** Starts deliveries until no more are allowed. */
  void fill(int bytes) {
    List<ConcurrencyLimiter.Allowance> allowances = limiter.allowances(400);
    while (!allowances.isEmpty()) {
      for (ConcurrencyLimiter.Allowance allowance : allowances) {
        for (int i = 0; i < allowance.fresh(); i++) {
          limiter.add(
              delivery(tenants.get(allowance.endpoint()), allowance.endpoint(), false, bytes));
        }
      }
      allowances = limiter.allowances(400);
    }
  }

  /** Each endpoint has its own tenant. */
  static ClaimedDelivery delivery(UUID endpoint, boolean replay) {
    return delivery(endpoint, endpoint, replay, 0);
  }

  static ClaimedDelivery delivery(UUID tenant, UUID endpoint, boolean replay, int bytes) {
    UUID id = UUID.randomUUID();
    return new ClaimedDelivery(
        tenant,
        Instant.EPOCH,
        id,
        endpoint,
        1,
        replay,
        false,
        id,
        "call.ended",
        List.of(),
        null,
        bytes);
  }

  int allowed(UUID endpoint) {
    return limiter.allowances(100).stream()
        .filter(allowance -> allowance.endpoint().equals(endpoint))
        .mapToInt(ConcurrencyLimiter.Allowance::fresh)
        .sum();
  }

  void succeed(UUID endpoint) {
    end(endpoint, true);
  }

  void fail(UUID endpoint) {
    end(endpoint, false);
  }

  void end(UUID endpoint, boolean delivered) {
    end(endpoint, delivered, SLOW);
  }

  void end(UUID endpoint, boolean delivered, Duration took) {
    limiter.add(delivery(endpoint, false));
    limiter.recordResult(endpoint, delivered, took);
    limiter.finish(delivery(endpoint, false));
  }
}
