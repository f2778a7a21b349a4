package eu.callorders.server.webhook.delivery;

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
public final class ConcurrencyLimiter {
  /** A claim uses this fraction of the free bytes, which leaves bytes for concurrent claims. */
  private static final int CLAIM_DIVISOR = 8;

  /** An endpoint claims when this fraction of its bytes is free, which avoids claims of one. */
  private static final int ENDPOINT_DIVISOR = 4;

  /** Above this number, idle endpoints are dropped, deleted ones among them. */
  private static final int MAX_ENDPOINTS = 20_000;

  private final Limits limits;
  private final Map<UUID, EndpointLimit> limitByEndpoint = new HashMap<>();

  /** In flight per tenant; tenants without deliveries are absent. */
  private final Map<UUID, InFlight> inFlightByTenant = new HashMap<>();

  private final LinkedHashMap<UUID, Integer> readyEndpoints = new LinkedHashMap<>();
  private final List<Promise<Void>> waitingForIdle = new ArrayList<>();
  private final InFlight inFlight = new InFlight();
  private int unproven;
  private int probes;
  private boolean hasDelayedProbes;

  public ConcurrencyLimiter(Limits limits) {
    this.limits = limits;
    this.probes = limits.probes();
  }

  /**
   * Limits in flight. The last delivery may exceed a limit of bytes, so that none is too large to
   * be sent.
   *
   * @param deliveries in total
   * @param unproven to endpoints whose last attempt did not succeed
   * @param probes started to failing endpoints between two calls of {@link #resetProbes}
   * @param bytes of all envelopes
   * @param endpointBytes of the envelopes to one endpoint
   */
  public record Limits(int deliveries, int unproven, int probes, long bytes, long endpointBytes) {
    /**
     * Twenty endpoints at their limit of bytes leave capacity for other tenants. A leased delivery
     * takes two to four times its bytes on the heap: a string and the body of the request.
     */
    public static final Limits DEFAULT = new Limits(4_000, 3_000, 20, 64L << 20, 1L << 20);
  }

  /**
   * How much an endpoint may claim.
   *
   * @param fresh maximum of new deliveries
   * @param replayed maximum of replayed deliveries
   * @param bytes of both; the last delivery may exceed them
   * @param offers number of offers of the endpoint so far
   */
  record Allowance(UUID endpoint, int fresh, int replayed, long bytes, int offers) {

    /** Whether a claim reached no limit, so that nothing more was due. */
    boolean exceeds(List<ClaimedDelivery> claimed) {
      long replays = claimed.stream().filter(ClaimedDelivery::replay).count();
      return claimed.size() - replays < fresh
          && (replayed == 0 || replays < replayed)
          && claimed.stream().mapToLong(ClaimedDelivery::bytes).sum() < bytes;
    }
  }

  /** Deliveries to the endpoint may be due. */
  synchronized void offer(UUID endpoint) {
    readyEndpoints.merge(endpoint, 1, Integer::sum);
  }

  /** What may be claimed now. Endpoints with an allowance move to the end of the queue. */
  synchronized List<Allowance> allowances(int max) {
    List<Allowance> allowances = new ArrayList<>();
    Map<UUID, Integer> granted = new HashMap<>();
    int free = limits.deliveries() - inFlight.deliveries();
    int left = Math.min(max, free);
    int leftUnproven = limits.unproven() - unproven;
    for (Map.Entry<UUID, Integer> offered : readyEndpoints.entrySet()) {
      if (left <= 0) {
        break;
      }
      UUID endpoint = offered.getKey();
      EndpointLimit limit = limitByEndpoint.getOrDefault(endpoint, new EndpointLimit());
      UUID tenantId = limit.tenantId();
      int tenantInFlight = inFlightOfTenant(limit).deliveries() + granted.getOrDefault(tenantId, 0);
      int share = (free - tenantInFlight - limit.inFlight().deliveries() + 2) / 3;
      int available = limit.isProven() ? left : Math.min(left, leftUnproven);
      int fresh = Math.min(available, Math.min(limit.capacity(), share));
      long bytes = availableBytes(limit);
      if (fresh <= 0 || bytes < limits.endpointBytes() / ENDPOINT_DIVISOR) {
        continue;
      }
      if (limit.isFailing() && probes == 0) {
        hasDelayedProbes = true;
        continue;
      }
      free -= fresh;
      left -= fresh;
      leftUnproven -= limit.isProven() ? 0 : fresh;
      probes -= limit.isFailing() ? 1 : 0;
      if (tenantId != null) {
        granted.merge(tenantId, fresh, Integer::sum);
      }
      int replayed = Math.min(limit.replayCapacity(), fresh);
      allowances.add(new Allowance(endpoint, fresh, replayed, bytes, offered.getValue()));
    }
    for (Allowance allowance : allowances) {
      readyEndpoints.remove(allowance.endpoint());
      readyEndpoints.put(allowance.endpoint(), allowance.offers());
    }
    return allowances;
  }

  private long availableBytes(EndpointLimit limit) {
    long free = limits.bytes() - inFlight.bytes();
    long endpointBytes = limit.inFlight().bytes();
    return Math.min(
        limits.endpointBytes() - endpointBytes,
        free - inFlightOfTenant(limit).bytes() - endpointBytes);
  }

  private InFlight inFlightOfTenant(EndpointLimit limit) {
    InFlight known = limit.tenantId() == null ? null : inFlightByTenant.get(limit.tenantId());
    return known == null ? new InFlight() : known;
  }

  /** Bytes that one claim may load; its last delivery may exceed them. */
  synchronized long claimBytes() {
    return Math.max(1, (limits.bytes() - inFlight.bytes()) / CLAIM_DIVISOR);
  }

  /** Returns endpoints to the front that got nothing because the claim ran out of bytes. */
  synchronized void requeueFirst(List<Allowance> allowances) {
    for (Allowance allowance : allowances.reversed()) {
      Integer offers = readyEndpoints.remove(allowance.endpoint());
      if (offers != null) {
        readyEndpoints.putFirst(allowance.endpoint(), offers);
      }
    }
  }

  synchronized void resetProbes() {
    probes = limits.probes();
    hasDelayedProbes = false;
  }

  /** Whether only the budget of probes stops endpoints from starting. */
  synchronized boolean hasDelayedProbes() {
    return hasDelayedProbes;
  }

  /** The allowance was not used up: nothing more is due, unless the endpoint was offered since. */
  synchronized void markExhausted(Allowance allowance) {
    readyEndpoints.remove(allowance.endpoint(), allowance.offers());
  }

  synchronized void add(ClaimedDelivery claimed) {
    if (limitByEndpoint.size() >= MAX_ENDPOINTS) {
      limitByEndpoint.values().removeIf(one -> one.inFlight().isEmpty());
    }
    EndpointLimit limit =
        limitByEndpoint.computeIfAbsent(claimed.endpointId(), ignored -> new EndpointLimit());
    limit.begin(claimed);
    inFlightByTenant.computeIfAbsent(claimed.tenantId(), ignored -> new InFlight()).add(claimed);
    inFlight.add(claimed);
    unproven += limit.isProven() ? 0 : 1;
  }

  /**
   * As {@link #add(ClaimedDelivery)}, but {@link #runWaiting} runs the attempt within the limit.
   */
  synchronized void add(ClaimedDelivery claimed, Runnable attempt) {
    add(claimed);
    limitOf(claimed.endpointId()).enqueue(attempt);
  }

  /** Runs waiting attempts up to the limit of the endpoint. */
  void runWaiting(UUID endpoint) {
    Runnable attempt = pollWaiting(endpoint);
    while (attempt != null) {
      attempt.run();
      attempt = pollWaiting(endpoint);
    }
  }

  private synchronized @Nullable Runnable pollWaiting(UUID endpoint) {
    EndpointLimit limit = limitByEndpoint.get(endpoint);
    return limit == null ? null : limit.poll();
  }

  private EndpointLimit limitOf(UUID endpoint) {
    EndpointLimit limit = limitByEndpoint.get(endpoint);
    if (limit == null) {
      throw new IllegalStateException("nothing in flight to " + endpoint);
    }
    return limit;
  }

  /** Removes a delivery, whose attempt has ended or did not take place. */
  void finish(ClaimedDelivery claimed) {
    remove(claimed);
    runWaiting(claimed.endpointId());
  }

  private synchronized void remove(ClaimedDelivery claimed) {
    EndpointLimit limit = limitOf(claimed.endpointId());
    limit.end(claimed);
    inFlightByTenant.computeIfPresent(
        claimed.tenantId(), (id, tenantInFlight) -> tenantInFlight.without(claimed));
    inFlight.remove(claimed);
    unproven -= limit.isProven() ? 0 : 1;
    if (claimed.replay()) {
      offer(claimed.endpointId());
    }
    removeIfNew(claimed.endpointId());
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
   * Records the result of an attempt; call before {@link #finish}.
   *
   * @param took duration of the attempt
   */
  synchronized void recordResult(UUID endpoint, boolean delivered, Duration took) {
    EndpointLimit limit = limitByEndpoint.get(endpoint);
    if (limit == null) {
      return;
    }
    if (limit.isProven() != delivered) {
      int count = limit.inFlight().deliveries();
      unproven += delivered ? -count : count;
    }
    limit.recordResult(delivered, took);
  }

  /** Number of endpoints with state. */
  synchronized int trackedEndpoints() {
    return limitByEndpoint.size();
  }

  synchronized int inFlightCount() {
    return inFlight.deliveries();
  }

  private void removeIfNew(UUID endpoint) {
    EndpointLimit limit = limitByEndpoint.get(endpoint);
    if (limit != null && limit.isInitial()) {
      limitByEndpoint.remove(endpoint);
    }
  }
}
