package eu.callorders.server.predial;

import eu.callorders.core.predial.PredialCheck.OnFailure;
import eu.callorders.core.telephony.TenantBreakers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Limits the questions of this node that are under way, to each tenant's endpoint and in total, in
 * memory only. The limit of an endpoint doubles with each valid answer and falls to one with a
 * failure; unproven endpoints share a part of the total. An endpoint that keeps failing is asked
 * once after each pause.
 */
public final class PredialLimiter {
  private static final int MAX_QUESTIONS = 4_000;

  /** To endpoints whose last answer was not valid. */
  private static final int MAX_UNPROVEN = 3_000;

  /** Above this number, endpoints without questions are dropped. */
  private static final int MAX_ENDPOINTS = 20_000;

  private final InstantSource realTime;
  private final Map<UUID, EndpointState> endpoints = new HashMap<>();
  private int inFlight;
  private int unproven;

  public PredialLimiter(InstantSource realTime) {
    this.realTime = realTime;
  }

  /** How many questions to the tenant's endpoint may begin. */
  synchronized int capacity(UUID tenantId) {
    EndpointState endpoint = endpoints.getOrDefault(tenantId, new EndpointState());
    int left = MAX_QUESTIONS - inFlight;
    int share = (left - endpoint.inFlight() + 2) / 3; // leaves some for other tenants
    int most = endpoint.isProven() ? share : Math.min(share, MAX_UNPROVEN - unproven);
    return Math.max(0, Math.min(endpoint.capacity(realTime.instant()), most));
  }

  synchronized int inFlight(UUID tenantId) {
    EndpointState endpoint = endpoints.get(tenantId);
    return endpoint == null ? 0 : endpoint.inFlight();
  }

  /** When an endpoint that keeps failing is asked again, in real time; empty for any other. */
  synchronized Optional<Instant> pausedUntil(UUID tenantId) {
    EndpointState endpoint = endpoints.get(tenantId);
    return endpoint == null ? Optional.empty() : endpoint.pausedUntil(realTime.instant());
  }

  synchronized void begin(UUID tenantId, OnFailure onFailure) {
    if (endpoints.size() >= MAX_ENDPOINTS) {
      endpoints.values().removeIf(each -> each.inFlight() == 0);
    }
    EndpointState endpoint = endpoints.computeIfAbsent(tenantId, ignored -> new EndpointState());
    endpoint.begin(onFailure);
    inFlight++;
    unproven += endpoint.isProven() ? 0 : 1;
  }

  synchronized void end(UUID tenantId, boolean valid) {
    EndpointState endpoint = endpoints.get(tenantId);
    if (endpoint == null) {
      throw new IllegalStateException("no question to " + tenantId);
    }
    int before = endpoint.isProven() ? 0 : endpoint.inFlight();
    endpoint.end(valid, realTime.instant());
    inFlight--;
    unproven += (endpoint.isProven() ? 0 : endpoint.inFlight()) - before;
    if (endpoint.isInitial()) {
      endpoints.remove(tenantId);
    }
  }

  /**
   * The limits of claims, so that no order is claimed that would have to wait for its question.
   *
   * @param calls the limits of the gateway
   */
  public synchronized TenantBreakers.Limits limit(TenantBreakers.Limits calls) {
    if (endpoints.isEmpty()) {
      return calls;
    }
    Instant now = realTime.instant();
    Map<UUID, Integer> limits = new HashMap<>(calls.byTenant());
    endpoints.forEach(
        (tenantId, endpoint) -> {
          if (endpoint.delaysClaims(now)) {
            limits.put(tenantId, Math.min(capacity(tenantId), calls.forTenant(tenantId)));
          }
        });
    return new TenantBreakers.Limits(limits, calls.defaultLimit());
  }

  /** Tenants whose endpoints keep failing. */
  public synchronized int failingTenants() {
    Instant now = realTime.instant();
    return (int) endpoints.values().stream().filter(each -> each.isFailing(now)).count();
  }
}
