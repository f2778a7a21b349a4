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
 * How much may be under way to each endpoint from this node: a lane for each, which nobody else can
 * fill. A lane opens with its successes and all but closes with a failure; lanes that have not
 * proved themselves share a part of the whole, so that any number of black holes leaves room for
 * those that answer, and those whose last word was a failure begin a few at a time, since each may
 * cost a connection. A tenant and a lane of its own together have no more under way than is free,
 * however long their endpoints take. What is under way has been leased: as much of it flies as the
 * lane is wide, the rest waits for its turn. Nothing here has to survive: it is found out again.
 */
final class ConcurrencyLimiter {
  /** A claim takes such a part of the free bytes, so that those free outlast each claim. */
  private static final int CLAIM_PART = 8;

  /** A lane takes more when such a part of its bytes is free, so that it is not claimed singly. */
  private static final int LANE_PART = 4;

  /**
   * With so many, what is known of idle endpoints is forgotten, deleted ones among them. Few are in
   * flight, so that this happens seldom.
   */
  private static final int MOST_LANES = 20_000;

  private final Limits limits;
  private final Map<UUID, EndpointLimit> lanes = new HashMap<>();

  /** What tenants have under way; a tenant without anything is absent. */
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
   * How much may be under way. The last delivery that begins may exceed a limit of bytes, so that
   * none is too large to be sent.
   *
   * @param deliveries in all
   * @param unproven of these, to endpoints whose last word was not a success
   * @param trials of these, begun between two calls of {@link #nextTurn} to endpoints that fail
   *     again and again
   * @param bytes of all envelopes
   * @param laneBytes of the envelopes to one endpoint
   */
  record Limits(int deliveries, int unproven, int trials, long bytes, long laneBytes) {}

  /**
   * What may begin.
   *
   * @param fresh so many of what is fresh
   * @param replayed so many of replays
   * @param bytes so many together; the last one may exceed them
   * @param offers how often the endpoint had been offered by then
   */
  record Allowance(UUID endpoint, int fresh, int replayed, long bytes, int offers) {}

  /** Something may be due to that endpoint. */
  synchronized void offer(UUID endpoint) {
    ready.merge(endpoint, 1, Integer::sum);
  }

  /** What may begin now; who had a turn goes to the end of the line. */
  synchronized List<Allowance> rooms(int atMost) {
    List<Allowance> rooms = new ArrayList<>();
    Map<UUID, Integer> granted = new HashMap<>();
    int free = limits.deliveries() - inFlight.deliveries();
    int left = Math.min(atMost, free);
    int leftUnproven = limits.unproven() - unproven;
    for (Map.Entry<UUID, Integer> offered : ready.entrySet()) {
      if (left <= 0) {
        break;
      }
      UUID endpoint = offered.getKey();
      EndpointLimit lane = lanes.getOrDefault(endpoint, new EndpointLimit());
      UUID tenantId = lane.tenantId();
      int ofTenant = ofTenant(lane).deliveries() + granted.getOrDefault(tenantId, 0);
      int share = (free - ofTenant - lane.inFlight().deliveries() + 2) / 3;
      int most = lane.isProven() ? left : Math.min(left, leftUnproven);
      int fresh = Math.min(most, Math.min(lane.room(), share));
      long bytes = bytes(lane);
      if (fresh <= 0 || bytes < limits.laneBytes() / LANE_PART) {
        continue;
      }
      if (lane.isFailing() && trials == 0) {
        isHeldBack = true;
        continue;
      }
      free -= fresh;
      left -= fresh;
      leftUnproven -= lane.isProven() ? 0 : fresh;
      trials -= lane.isFailing() ? 1 : 0;
      if (tenantId != null) {
        granted.merge(tenantId, fresh, Integer::sum);
      }
      int replayed = Math.min(lane.replayRoom(), fresh);
      rooms.add(new Allowance(endpoint, fresh, replayed, bytes, offered.getValue()));
    }
    for (Allowance room : rooms) {
      ready.remove(room.endpoint());
      ready.put(room.endpoint(), room.offers());
    }
    return rooms;
  }

  private long bytes(EndpointLimit lane) {
    long free = limits.bytes() - inFlight.bytes();
    long ofLane = lane.inFlight().bytes();
    return Math.min(limits.laneBytes() - ofLane, free - ofTenant(lane).bytes() - ofLane);
  }

  private InFlight ofTenant(EndpointLimit lane) {
    InFlight known = lane.tenantId() == null ? null : tenants.get(lane.tenantId());
    return known == null ? new InFlight() : known;
  }

  /** How many bytes one claim may take; its last delivery may exceed them. */
  synchronized long claimBytes() {
    return Math.max(1, (limits.bytes() - inFlight.bytes()) / CLAIM_PART);
  }

  /** These got nothing because the claim had no bytes left for them: they are the first again. */
  synchronized void putFirst(List<Allowance> rooms) {
    for (Allowance room : rooms.reversed()) {
      Integer offers = ready.remove(room.endpoint());
      if (offers != null) {
        ready.putFirst(room.endpoint(), offers);
      }
    }
  }

  /** Trials may begin anew. */
  synchronized void nextTurn() {
    trials = limits.trials();
    isHeldBack = false;
  }

  /** Whether there would be more to begin but for the turn's trials. */
  synchronized boolean isHeldBack() {
    return isHeldBack;
  }

  /** There was less due than room for it; nothing more then, unless something was offered since. */
  synchronized void exhausted(Allowance room) {
    ready.remove(room.endpoint(), room.offers());
  }

  synchronized void begun(ClaimedDelivery claimed) {
    if (lanes.size() >= MOST_LANES) {
      lanes.values().removeIf(one -> one.inFlight().isEmpty());
    }
    EndpointLimit lane = lanes.computeIfAbsent(claimed.endpointId(), ignored -> new EndpointLimit());
    lane.begin(claimed);
    tenants.computeIfAbsent(claimed.tenantId(), ignored -> new InFlight()).add(claimed);
    inFlight.add(claimed);
    unproven += lane.isProven() ? 0 : 1;
  }

  /** As {@link #begun(ClaimedDelivery)}, but it flies when {@link #go} finds room for it. */
  synchronized void begun(ClaimedDelivery claimed, Runnable attempt) {
    begun(claimed);
    laneOf(claimed.endpointId()).hold(attempt);
  }

  /** Lets as many fly as may. */
  void go(UUID endpoint) {
    Runnable attempt = next(endpoint);
    while (attempt != null) {
      attempt.run();
      attempt = next(endpoint);
    }
  }

  private synchronized @Nullable Runnable next(UUID endpoint) {
    EndpointLimit lane = lanes.get(endpoint);
    return lane == null ? null : lane.next();
  }

  private EndpointLimit laneOf(UUID endpoint) {
    EndpointLimit lane = lanes.get(endpoint);
    if (lane == null) {
      throw new IllegalStateException("nothing was under way to " + endpoint);
    }
    return lane;
  }

  /** An attempt has ended, or did not take place; that says nothing about the endpoint. */
  void ended(ClaimedDelivery claimed) {
    end(claimed);
    go(claimed.endpointId());
  }

  private synchronized void end(ClaimedDelivery claimed) {
    EndpointLimit lane = laneOf(claimed.endpointId());
    lane.end(claimed);
    tenants.computeIfPresent(claimed.tenantId(), (id, ofTenant) -> ofTenant.without(claimed));
    inFlight.remove(claimed);
    unproven -= lane.isProven() ? 0 : 1;
    if (claimed.replay()) {
      offer(claimed.endpointId());
    }
    forgetIfNew(claimed.endpointId());
    if (inFlight.isEmpty()) {
      List.copyOf(waitingForIdle).forEach(Promise::tryComplete);
      waitingForIdle.clear();
    }
  }

  /** Completes when nothing is under way. */
  synchronized Future<Void> idle() {
    if (inFlight.isEmpty()) {
      return Future.succeededFuture();
    }
    Promise<Void> idle = Promise.promise();
    waitingForIdle.add(idle);
    return idle.future();
  }

  /**
   * What the end of an attempt says about its endpoint; before {@link #ended}.
   *
   * @param took from its beginning to its end
   */
  synchronized void judged(UUID endpoint, boolean delivered, Duration took) {
    EndpointLimit lane = lanes.get(endpoint);
    if (lane == null) {
      return;
    }
    if (lane.isProven() != delivered) {
      int underWay = lane.inFlight().deliveries();
      unproven += delivered ? -underWay : underWay;
    }
    lane.judge(delivered, took);
  }

  /** Endpoints of which something is remembered. */
  synchronized int remembered() {
    return lanes.size();
  }

  synchronized int underWay() {
    return inFlight.deliveries();
  }

  /** A lane of which nothing is remembered but how it began need not be remembered. */
  private void forgetIfNew(UUID endpoint) {
    EndpointLimit lane = lanes.get(endpoint);
    if (lane != null && lane.isNew()) {
      lanes.remove(endpoint);
    }
  }
}
