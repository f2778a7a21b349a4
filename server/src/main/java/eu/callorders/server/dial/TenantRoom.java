package eu.callorders.server.dial;

import eu.callorders.core.telephony.TenantBreakers;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Counts the calls of one dialer round against the limits of the tenants' breakers. */
final class TenantRoom {
  private final TenantBreakers.Limits limits;
  private final Map<UUID, Integer> dialed = new HashMap<>();

  TenantRoom(TenantBreakers.Limits limits) {
    this.limits = limits;
  }

  boolean isUsedUp(UUID tenantId) {
    return dialed.getOrDefault(tenantId, 0) >= limits.of(tenantId);
  }

  void dialed(UUID tenantId) {
    dialed.merge(tenantId, 1, Integer::sum);
  }
}
