package eu.callorders.server.dial;

import eu.callorders.core.telephony.TenantBreakers;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Counts the calls of one dialer round against the limits of the tenants' breakers. */
final class TenantCallCounter {
  private final TenantBreakers.Limits limits;
  private final Map<UUID, Integer> recordDial = new HashMap<>();

  TenantCallCounter(TenantBreakers.Limits limits) {
    this.limits = limits;
  }

  boolean isExhausted(UUID tenantId) {
    return recordDial.getOrDefault(tenantId, 0) >= limits.forTenant(tenantId);
  }

  void recordDial(UUID tenantId) {
    recordDial.merge(tenantId, 1, Integer::sum);
  }
}
