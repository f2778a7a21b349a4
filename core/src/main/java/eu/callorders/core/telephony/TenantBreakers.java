package eu.callorders.core.telephony;

import eu.callorders.core.call.PhoneNumber;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The circuit breakers of one gateway, one per tenant, so that a tenant's calls stop no other
 * tenant. While all tenants with calls fail, other tenants start with a few probes. Not
 * thread-safe.
 */
public final class TenantBreakers {
  static final int MAX_TENANTS = 2_000;
  private static final float LOAD_FACTOR = 0.75f;

  private final CircuitBreaker.Rule rule;

  /** Tenants with recent calls, least recently used first. */
  private final Map<UUID, CircuitBreaker> breakers = new LinkedHashMap<>(16, LOAD_FACTOR, true);

  public TenantBreakers(CircuitBreaker.Rule rule) {
    this.rule = rule;
  }

  /**
   * How many calls tenants may place.
   *
   * @param byTenant limits of specific tenants
   * @param defaultLimit limit of each other tenant
   */
  public record Limits(Map<UUID, Integer> byTenant, int defaultLimit) {
    /** No tenant has a limit. */
    public static final Limits NONE = new Limits(Map.of(), Integer.MAX_VALUE);

    public Limits {
      byTenant = Map.copyOf(byTenant);
    }

    public int forTenant(UUID tenantId) {
      return byTenant.getOrDefault(tenantId, defaultLimit);
    }
  }

  public void record(UUID tenantId, PhoneNumber phone, BreakerSignal signal, Instant now) {
    if (signal == BreakerSignal.NONE) {
      return;
    }
    breaker(tenantId, now).record(phone, signal, now);
    if (signal == BreakerSignal.FAULTY && allTenantsFail(now)) {
      for (CircuitBreaker each : breakers.values()) {
        if (each.state(now) == CircuitBreaker.State.CLOSED
            && each.signal(now) == BreakerSignal.FAULTY) {
          each.trip(now);
        }
      }
    }
  }

  public void recordPlaced(UUID tenantId, int calls, Instant now) {
    if (breakers.containsKey(tenantId) || allTenantsFail(now)) {
      breaker(tenantId, now).recordPlaced(calls, now);
    }
  }

  /** The state for calls of that tenant. */
  public CircuitBreaker.State state(UUID tenantId, Instant now) {
    CircuitBreaker own = breakers.get(tenantId);
    if (own != null && !own.isIdle(now)) {
      return own.state(now);
    }
    return allTenantsFail(now) ? CircuitBreaker.State.HALF_OPEN : CircuitBreaker.State.CLOSED;
  }

  /** The number of calls that each tenant may place now. */
  public Limits limits(Instant now) {
    breakers.values().removeIf(each -> each.isIdle(now));
    Map<UUID, Integer> limits = new HashMap<>();
    breakers.forEach(
        (tenantId, own) -> {
          if (own.state(now) != CircuitBreaker.State.CLOSED) {
            limits.put(tenantId, own.capacity(now));
          }
        });
    return new Limits(limits, allTenantsFail(now) ? rule.probes() : Integer.MAX_VALUE);
  }

  public int limitedTenants(Instant now) {
    return (int)
        breakers.values().stream()
            .filter(each -> !each.isIdle(now))
            .filter(each -> each.state(now) != CircuitBreaker.State.CLOSED)
            .count();
  }

  /** The joint state: closed unless the breakers of all tenants with calls are open. */
  public CircuitBreaker.State state(Instant now) {
    CircuitBreaker.State all = CircuitBreaker.State.CLOSED;
    for (CircuitBreaker each : breakers.values()) {
      if (each.isIdle(now)) {
        continue;
      }
      CircuitBreaker.State state = each.state(now);
      if (state == CircuitBreaker.State.CLOSED) {
        return state;
      }
      all = all == CircuitBreaker.State.HALF_OPEN ? all : state;
    }
    return all;
  }

  private CircuitBreaker breaker(UUID tenantId, Instant now) {
    CircuitBreaker existing = breakers.get(tenantId);
    if (existing != null && !existing.isIdle(now)) {
      return existing;
    }
    CircuitBreaker added =
        allTenantsFail(now) ? CircuitBreaker.halfOpen(rule, now) : new CircuitBreaker(rule);
    breakers.put(tenantId, added);
    if (breakers.size() > MAX_TENANTS) {
      breakers.remove(breakers.keySet().iterator().next());
    }
    return added;
  }

  /**
   * Whether every tenant with calls fails. Without the calls of any one tenant, the rest must still
   * be enough to decide.
   */
  private boolean allTenantsFail(Instant now) {
    long phones = 0;
    int largest = 0;
    for (CircuitBreaker each : breakers.values()) {
      BreakerSignal signal = each.isIdle(now) ? BreakerSignal.NONE : each.signal(now);
      if (signal == BreakerSignal.SOUND) {
        return false;
      }
      if (signal == BreakerSignal.FAULTY) {
        phones += each.phoneCount(now);
        largest = Math.max(largest, each.phoneCount(now));
      }
    }
    return phones - largest >= rule.minCalls();
  }
}
