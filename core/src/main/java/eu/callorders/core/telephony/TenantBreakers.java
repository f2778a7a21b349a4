package eu.callorders.core.telephony;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The circuit breakers of one gateway, one for each tenant: calls of a tenant stop no other tenant.
 * While every tenant with evidence fails, the others begin with a few calls. Belongs to one thread
 * at a time.
 */
public final class TenantBreakers {
  static final int MAX_TENANTS = 2_000;
  private static final float LOAD_FACTOR = 0.75f;

  private final CircuitBreaker.Rule rule;

  /** Of tenants with calls in the last minutes, least recently used first. */
  private final Map<UUID, CircuitBreaker> breakers = new LinkedHashMap<>(16, LOAD_FACTOR, true);

  public TenantBreakers(CircuitBreaker.Rule rule) {
    this.rule = rule;
  }

  /**
   * How many calls tenants may place.
   *
   * @param byTenant of tenants with a bound of their own
   * @param others of each other tenant
   */
  public record Limits(Map<UUID, Integer> byTenant, int others) {
    /** No tenant has a bound. */
    public static final Limits NONE = new Limits(Map.of(), Integer.MAX_VALUE);

    public Limits {
      byTenant = Map.copyOf(byTenant);
    }

    public int of(UUID tenantId) {
      return byTenant.getOrDefault(tenantId, others);
    }
  }

  /** Takes in what became of a call of that tenant to that number. */
  public void take(UUID tenantId, String number, BreakerSignal evidence, Instant now) {
    if (evidence == BreakerSignal.NONE) {
      return;
    }
    breaker(tenantId, now).take(number, evidence, now);
    if (evidence == BreakerSignal.FAULTY && allFail(now)) {
      for (CircuitBreaker each : breakers.values()) {
        if (each.state(now) == CircuitBreaker.State.CLOSED
            && each.evidence(now) == BreakerSignal.FAULTY) {
          each.trip(now);
        }
      }
    }
  }

  /** Takes in that so many calls of that tenant are being placed. */
  public void placed(UUID tenantId, int calls, Instant now) {
    if (breakers.containsKey(tenantId) || allFail(now)) {
      breaker(tenantId, now).placed(calls, now);
    }
  }

  /** How far calls of that tenant are let through now. */
  public CircuitBreaker.State state(UUID tenantId, Instant now) {
    CircuitBreaker own = breakers.get(tenantId);
    if (own != null && !own.isIdle(now)) {
      return own.state(now);
    }
    return allFail(now) ? CircuitBreaker.State.HALF_OPEN : CircuitBreaker.State.CLOSED;
  }

  /** How many calls each tenant may place now. */
  public Limits limits(Instant now) {
    breakers.values().removeIf(each -> each.isIdle(now));
    Map<UUID, Integer> bounded = new HashMap<>();
    breakers.forEach(
        (tenantId, own) -> {
          if (own.state(now) != CircuitBreaker.State.CLOSED) {
            bounded.put(tenantId, own.room(now));
          }
        });
    return new Limits(bounded, allFail(now) ? rule.probes() : Integer.MAX_VALUE);
  }

  /** How many tenants have a bound of their own. */
  public int heldTenants(Instant now) {
    return (int)
        breakers.values().stream()
            .filter(each -> !each.isIdle(now))
            .filter(each -> each.state(now) != CircuitBreaker.State.CLOSED)
            .count();
  }

  /** How far it lets calls through of all tenants with evidence: closed unless all are held. */
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
    CircuitBreaker known = breakers.get(tenantId);
    if (known != null && !known.isIdle(now)) {
      return known;
    }
    CircuitBreaker added =
        allFail(now) ? CircuitBreaker.halfOpen(rule, now) : new CircuitBreaker(rule);
    breakers.put(tenantId, added);
    if (breakers.size() > MAX_TENANTS) {
      breakers.remove(breakers.keySet().iterator().next());
    }
    return added;
  }

  /**
   * Whether every tenant with evidence fails. The evidence of any one tenant left out, the rest
   * must still be enough.
   */
  private boolean allFail(Instant now) {
    long numbers = 0;
    int most = 0;
    for (CircuitBreaker each : breakers.values()) {
      BreakerSignal evidence = each.isIdle(now) ? BreakerSignal.NONE : each.evidence(now);
      if (evidence == BreakerSignal.SOUND) {
        return false;
      }
      if (evidence == BreakerSignal.FAULTY) {
        numbers += each.numbers(now);
        most = Math.max(most, each.numbers(now));
      }
    }
    return numbers - most >= rule.leastCalls();
  }
}
