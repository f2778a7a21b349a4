package eu.callorders.server.webhook;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Limits what this node has in flight to each endpoint, tenant and in total, in memory only. The
 * limit of an endpoint doubles with each success and falls to one with a failure. Unproven
 * endpoints share a part of the total, and failing ones start a few probes at a time, so that
 * unresponsive endpoints do not delay those that answer. Leased deliveries above an endpoint's
 * limit wait for their turn.
 */
final class ConcurrencyLimiter {
  /** A claim uses this fraction of the free bytes, which leaves bytes for concurrent claims. */
  private static final int CLAIM_PART = 8;

  /** An endpoint claims when this fraction of its bytes is free, which avoids claims of one. */
  private static final int LANE_PART = 4;

  /** Above this number, idle endpoints are dropped, deleted ones among them. */
  private static final int MOST_LANES = 20_000;

  private final Limits limits;
  private final Map<UUID, EndpointLimit> lanes = new HashMap<>();

  /** In flight per tenant; tenants without deliveries are absent. */
  private final Map<UUID, InFlight> tenants = new HashMap<>();

  private final LinkedHashMap<UUID, Integer> ready = new LinkedHashMap<>();
  private final List<Promise<Void>> waitingForIdle = new ArrayList<>();
  private final InFlight inFlight = new InFlight();
  private int unproven;
  private int trials;
  private boolean isHeldBack;

  ConcurrencyLimiter(Limits limits) {
    this.limits = limits;
    this.trials = limits.trials();
  }

  /**
   * Limits in flight. The last delivery may exceed a limit of bytes, so that none is too large to
   * be sent.
   *
   * @param deliveries in total
   * @param unproven to endpoints whose last attempt did not succeed
   * @param trials started to failing endpoints between two calls of {@link #nextTurn}
   * @param bytes of all envelopes
   * @param laneBytes of the envelopes to one endpoint
   */
  record Limits(int deliveries, int unproven, int trials, long bytes, long laneBytes) {}

  /**
   * How much an endpoint may claim.
   *
   * @param fresh maximum of new deliveries
   * @param replayed maximum of replayed deliveries
   * @param bytes of both; the last delivery may exceed them
   * @param offers number of offers of the endpoint so far
   */
  record Allowance(UUID endpoint, int fresh, int replayed, long bytes, int offers) {}

  /** Deliveries to the endpoint may be due. */
  synchronized void offer(UUID endpoint) {
    ready.merge(endpoint, 1, Integer::sum);
  }

  /** What may be claimed now. Endpoints with an allowance move to the end of the queue. */
  synchronized List<Allowance> rooms(int max) {
    List<Allowance> allowances = new ArrayList<>();
    Map<UUID, Integer> granted = new HashMap<>();
    int free = limits.deliveries() - inFlight.deliveries();
    int left = Math.min(max, free);
    int leftUnproven = limits.unproven() - unproven;
    for (Map.Entry<UUID, Integer> offered : ready.entrySet()) {
      if (left <= 0) {
        break;
      }
      UUID endpoint = offered.getKey();
      EndpointLimit limit = lanes.getOrDefault(endpoint, new EndpointLimit());
      UUID tenantId = limit.tenantId();
      int tenantInFlight = ofTenant(limit).deliveries() + granted.getOrDefault(tenantId, 0);
      int share = (free - tenantInFlight - limit.inFlight().deliveries() + 2) / 3;
      int available = limit.isProven() ? left : Math.min(left, leftUnproven);
      int fresh = Math.min(available, Math.min(limit.room(), share));
      long bytes = bytes(limit);
      if (fresh <= 0 || bytes < limits.laneBytes() / LANE_PART) {
        continue;
      }
      if (limit.isFailing() && trials == 0) {
        isHeldBack = true;
        continue;
      }
      free -= fresh;
      left -= fresh;
      leftUnproven -= limit.isProven() ? 0 : fresh;
      trials -= limit.isFailing() ? 1 : 0;
      if (tenantId != null) {
        granted.merge(tenantId, fresh, Integer::sum);
      }
      int replayed = Math.min(limit.replayRoom(), fresh);
      allowances.add(new Allowance(endpoint, fresh, replayed, bytes, offered.getValue()));
    }
    for (Allowance allowance : allowances) {
      ready.remove(allowance.endpoint());
      ready.put(allowance.endpoint(), allowance.offers());
    }
    return allowances;
  }

  private long bytes(EndpointLimit limit) {
    long free = limits.bytes() - inFlight.bytes();
    long endpointBytes = limit.inFlight().bytes();
    return Math.min(
        limits.laneBytes() - endpointBytes, free - ofTenant(limit).bytes() - endpointBytes);
  }

  private InFlight ofTenant(EndpointLimit limit) {
    InFlight known = limit.tenantId() == null ? null : tenants.get(limit.tenantId());
    return known == null ? new InFlight() : known;
  }

  /** Bytes that one claim may load; its last delivery may exceed them. */
  synchronized long claimBytes() {
    return Math.max(1, (limits.bytes() - inFlight.bytes()) / CLAIM_PART);
  }

  /** Returns endpoints to the front that got nothing because the claim ran out of bytes. */
  synchronized void putFirst(List<Allowance> allowances) {
    for (Allowance allowance : allowances.reversed()) {
      Integer offers = ready.remove(allowance.endpoint());
      if (offers != null) {
        ready.putFirst(allowance.endpoint(), offers);
      }
    }
  }

  /** Resets the budget of probes. */
  synchronized void nextTurn() {
    trials = limits.trials();
    isHeldBack = false;
  }

  /** Whether only the budget of probes stops endpoints from starting. */
  synchronized boolean isHeldBack() {
    return isHeldBack;
  }

  /** The allowance was not used up: nothing more is due, unless the endpoint was offered since. */
  synchronized void exhausted(Allowance allowance) {
    ready.remove(allowance.endpoint(), allowance.offers());
  }

  synchronized void begun(ClaimedDelivery claimed) {
    if (lanes.size() >= MOST_LANES) {
      lanes.values().removeIf(one -> one.inFlight().isEmpty());
    }
    EndpointLimit limit =
        lanes.computeIfAbsent(claimed.endpointId(), ignored -> new EndpointLimit());
    limit.begin(claimed);
    tenants.computeIfAbsent(claimed.tenantId(), ignored -> new InFlight()).add(claimed);
    inFlight.add(claimed);
    unproven += limit.isProven() ? 0 : 1;
  }

  /** As {@link #begun(ClaimedDelivery)}, but {@link #go} runs the attempt within the limit. */
  synchronized void begun(ClaimedDelivery claimed, Runnable attempt) {
    begun(claimed);
    laneOf(claimed.endpointId()).hold(attempt);
  }

  /** Runs waiting attempts up to the limit of the endpoint. */
  void go(UUID endpoint) {
    Runnable attempt = next(endpoint);
    while (attempt != null) {
      attempt.run();
      attempt = next(endpoint);
    }
  }

  private synchronized @Nullable Runnable next(UUID endpoint) {
    EndpointLimit limit = lanes.get(endpoint);
    return limit == null ? null : limit.next();
  }

  private EndpointLimit laneOf(UUID endpoint) {
    EndpointLimit limit = lanes.get(endpoint);
    if (limit == null) {
      throw new IllegalStateException("nothing in flight to " + endpoint);
    }
    return limit;
  }

  /** Removes a delivery, whose attempt has ended or did not take place. */
  void ended(ClaimedDelivery claimed) {
    end(claimed);
    go(claimed.endpointId());
  }

  private synchronized void end(ClaimedDelivery claimed) {
    EndpointLimit limit = laneOf(claimed.endpointId());
    limit.end(claimed);
    tenants.computeIfPresent(
        claimed.tenantId(), (id, tenantInFlight) -> tenantInFlight.without(claimed));
    inFlight.remove(claimed);
    unproven -= limit.isProven() ? 0 : 1;
    if (claimed.replay()) {
      offer(claimed.endpointId());
    }
    forgetIfNew(claimed.endpointId());
    if (inFlight.isEmpty()) {
      List.copyOf(waitingForIdle).forEach(Promise::tryComplete);
      waitingForIdle.clear();
    }
  }

  /** Completes when nothing is in flight. */
  synchronized Future<Void> idle() {
    if (inFlight.isEmpty()) {
      return Future.succeededFuture();
    }
    Promise<Void> idle = Promise.promise();
    waitingForIdle.add(idle);
    return idle.future();
  }

  /**
   * Records the result of an attempt; call before {@link #ended}.
   *
   * @param took duration of the attempt
   */
  synchronized void judged(UUID endpoint, boolean delivered, Duration took) {
    EndpointLimit limit = lanes.get(endpoint);
    if (limit == null) {
      return;
    }
    if (limit.isProven() != delivered) {
      int count = limit.inFlight().deliveries();
      unproven += delivered ? -count : count;
    }
    limit.judge(delivered, took);
  }

  /** Number of endpoints with state. */
  synchronized int remembered() {
    return lanes.size();
  }

  synchronized int underWay() {
    return inFlight.deliveries();
  }

  private void forgetIfNew(UUID endpoint) {
    EndpointLimit limit = lanes.get(endpoint);
    if (limit != null && limit.isNew()) {
      lanes.remove(endpoint);
    }
  }
}
