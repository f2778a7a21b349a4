package eu.callorders.server.webhook;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchRetries;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedItems;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases due deliveries, sends them, and hands over the outcomes. The fan-out of this node reports
 * endpoints with due deliveries; polling finds retries and deliveries from other nodes.
 */
public final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  /** Maximum delay of deliveries that no component of this node reports. */
  private static final Duration LOOK_AROUND = Duration.ofMillis(250);

  private static final Duration SHORTEST_REST = Duration.ofMillis(10);
  private static final int LOOK_SHARE = 9;

  /**
   * Twenty endpoints at their limit of bytes leave capacity for other tenants. A leased delivery
   * takes two to four times its bytes on the heap: a string and the body of the request.
   */
  static final ConcurrencyLimiter.Limits LIMITS =
      new ConcurrencyLimiter.Limits(4_000, 3_000, 20, 64L << 20, 1L << 20);

  private static final int BATCH = 400;

  /** How often the budget of probes is reset. */
  private static final Duration TURN = Duration.ofMillis(100);

  private static final int MOST_UNWRITTEN = 4_000;
  private static final int ENDPOINT_TRIES = 3;
  private static final Duration ENDPOINT_ASIDE = Duration.ofMinutes(5);

  /** After this time a delivery is left to the end of its lease, which no attempt may outlast. */
  private static final Duration STALE = Duration.ofSeconds(5);

  private final Database database;
  private final UUID node;
  private final ActiveSecrets secrets;
  private final OutcomeWriter ends;
  private final Runnable bell;
  private final DeliveryQueue store = new DeliveryQueue();
  private final ConcurrencyLimiter lanes;
  private final AttemptRunner attempts;
  private final AtomicBoolean rung = new AtomicBoolean();
  private final BatchRetries retries = new BatchRetries();

  /** Endpoints whose deliveries cannot be claimed. */
  private final FailedItems failedEndpoints;

  private long lookAt = System.nanoTime();
  private long turnAt = lookAt;

  /**
   * @param node owner of the leases
   * @param onWork triggers {@link #runOnce}
   */
  public Dispatcher(
      Database database,
      UUID node,
      TargetRules rules,
      WebhookSender sender,
      EndpointSecrets secrets,
      OutcomeWriter outcomes,
      InstantSource realTime,
      RandomGenerator random,
      Runnable onWork) {
    this(
        database,
        node,
        rules,
        sender,
        secrets,
        outcomes,
        realTime,
        random,
        onWork,
        new ConcurrencyLimiter(LIMITS));
  }

  Dispatcher(
      Database database,
      UUID node,
      TargetRules rules,
      WebhookSender sender,
      EndpointSecrets secrets,
      OutcomeWriter outcomes,
      InstantSource realTime,
      RandomGenerator random,
      Runnable onWork,
      ConcurrencyLimiter limiter) {
    this.database = database;
    this.node = node;
    this.secrets = new ActiveSecrets(secrets, realTime);
    database.onNewInstance(this.secrets::clear);
    this.ends = outcomes;
    this.bell = onWork;
    this.lanes = limiter;
    this.attempts =
        new AttemptRunner(rules, sender, outcomes, limiter, realTime, random, this::ring);
    this.failedEndpoints =
        new FailedItems(database, "webhook_endpoint", failure -> ENDPOINT_TRIES, ENDPOINT_ASIDE);
  }

  private record Claimed(List<ReadyDelivery> ready, Map<UUID, Exception> unreadableEndpoints) {}

  /** Deliveries to these endpoints have become due. */
  public void due(Collection<UUID> endpoints) {
    endpoints.forEach(lanes::offer);
    ring();
  }

  /** Wakes the loop once until its next run. */
  private void ring() {
    if (!rung.getAndSet(true)) {
      bell.run();
    }
  }

  /** Number of running attempts. */
  public int underWay() {
    return lanes.underWay();
  }

  /** Completes when nothing is in flight. */
  Future<Void> idle() {
    return lanes.idle();
  }

  /** Releases the remaining leases when this node stops. Blocks. */
  void release() {
    int released = BATCH;
    while (released == BATCH) {
      released =
          database.inWorker(
              connection -> BoundedWait.await(store.release(connection, node, BATCH)));
    }
  }

  /** Leases and sends one batch; returns the time until the next run. Blocks a virtual thread. */
  public Duration runOnce() {
    rung.set(false);
    Duration next = Duration.ofNanos(lookAt - System.nanoTime());
    if (!next.isPositive()) {
      next = look();
    }
    Duration untilReset = turn();
    List<ConcurrencyLimiter.Allowance> allowances =
        ends.size() < MOST_UNWRITTEN ? rooms() : List.of();
    if (allowances.isEmpty()) {
      return lanes.isHeldBack() && untilReset.compareTo(next) < 0 ? untilReset : next;
    }
    dispatch(allowances);
    retries.succeeded();
    return Duration.ZERO;
  }

  private List<ConcurrencyLimiter.Allowance> rooms() {
    List<ConcurrencyLimiter.Allowance> allowances = new ArrayList<>();
    for (ConcurrencyLimiter.Allowance allowance : lanes.rooms(BATCH)) {
      if (failedEndpoints.isAside(allowance.endpoint())) {
        lanes.exhausted(allowance);
      } else {
        allowances.add(allowance);
      }
    }
    return allowances;
  }

  /** Splits a claim that fails until the endpoint at fault is alone. */
  private void dispatch(List<ConcurrencyLimiter.Allowance> allowances) {
    long bytes = lanes.claimBytes();
    Claimed claimed;
    try {
      claimed = database.inWorker(connection -> claim(connection, allowances, bytes));
    } catch (Exception failure) { // awaiting throws checked ones too, undeclared
      if (retries.isPassing(failure)) {
        throw failure;
      }
      if (allowances.size() == 1) {
        lanes.exhausted(allowances.getFirst());
        failedEndpoints.failed(allowances.getFirst().endpoint(), failure);
        return;
      }
      LOG.warn("claim of webhook deliveries failed for {} endpoints", allowances.size(), failure);
      BatchRetries.parts(allowances).forEach(this::dispatch);
      return;
    }
    settle(allowances, bytes, claimed.ready());
    allowances.forEach(allowance -> lanes.go(allowance.endpoint()));
    claimed.unreadableEndpoints().forEach(failedEndpoints::failed);
  }

  /** Resets the budget of probes when due; returns the time until the next reset. */
  private Duration turn() {
    long now = System.nanoTime();
    if (now - turnAt >= 0) {
      turnAt = now + TURN.toNanos();
      lanes.nextTurn();
    }
    return Duration.ofNanos(turnAt - now);
  }

  /**
   * Offers endpoints with due deliveries; returns the time until the next poll, which grows with
   * the cost of the query, so that polling takes at most a tenth of the time.
   */
  private Duration look() {
    long startedAt = System.nanoTime();
    Duration next = database.inWorker(this::look);
    Duration rest = SHORTEST_REST.plusNanos(LOOK_SHARE * (System.nanoTime() - startedAt));
    Duration pause = rest.compareTo(next) < 0 ? next : rest;
    lookAt = System.nanoTime() + pause.toNanos();
    return pause;
  }

  private Duration look(SqlConnection connection) {
    QueryPlanHints.byIndex(connection);
    BoundedWait.await(store.ready(connection)).forEach(lanes::offer);
    Duration next = BoundedWait.await(store.untilNext(connection)).orElse(LOOK_AROUND);
    return next.compareTo(LOOK_AROUND) < 0 ? next : LOOK_AROUND;
  }

  private Claimed claim(
      SqlConnection connection, List<ConcurrencyLimiter.Allowance> allowances, long bytes) {
    QueryPlanHints.byIndex(connection);
    List<ReadyDelivery> ready = new ArrayList<>();
    DeliveryQueue.Claim claim = BoundedWait.await(store.claim(connection, node, allowances, bytes));
    for (LoadedDelivery loaded : claim.deliveries()) {
      ready.add(BoundedWait.await(withSecrets(connection, loaded)));
    }
    return new Claimed(ready, claim.unreadableEndpoints());
  }

  /** Starts the deliveries; endpoints that left part of their allowance have nothing more due. */
  private void settle(
      List<ConcurrencyLimiter.Allowance> allowances, long bytes, List<ReadyDelivery> ready) {
    Map<UUID, RoomUse> usage = new HashMap<>();
    RoomUse total = new RoomUse();
    long leasedAt = System.nanoTime();
    for (ReadyDelivery one : ready) {
      ClaimedDelivery claimed = one.claimed();
      lanes.begun(claimed, () -> begin(one, leasedAt));
      usage.computeIfAbsent(claimed.endpointId(), ignored -> new RoomUse()).add(claimed);
      total.add(claimed);
    }
    if (total.bytes() >= bytes) {
      lanes.putFirst(
          allowances.stream()
              .filter(allowance -> !usage.containsKey(allowance.endpoint()))
              .toList());
      return;
    }
    for (ConcurrencyLimiter.Allowance allowance : allowances) {
      if (usage.getOrDefault(allowance.endpoint(), new RoomUse()).isAllThatWasDue(allowance)) {
        lanes.exhausted(allowance);
      }
    }
  }

  private void begin(ReadyDelivery ready, long leasedAt) {
    if (System.nanoTime() - leasedAt < STALE.toNanos()) {
      attempts.run(ready, Promise.promise());
    } else {
      lanes.ended(ready.claimed());
    }
  }

  /**
   * Sends one delivery ahead of its turn.
   *
   * @return completes when the outcome is stored; false when the delivery is leased already or has
   *     ended
   */
  Future<Boolean> sendNow(UUID tenantId, UUID deliveryId) {
    return database
        .asWorker(
            connection ->
                store
                    .claim(connection, node, tenantId, deliveryId)
                    .compose(loaded -> withSecrets(connection, loaded)))
        .compose(ready -> ready.map(this::sendNow).orElse(Future.succeededFuture(false)));
  }

  private Future<Boolean> sendNow(ReadyDelivery ready) {
    Promise<Void> written = Promise.promise();
    lanes.begun(ready.claimed());
    attempts.run(ready, written);
    return written.future().map(true);
  }

  private Future<Optional<ReadyDelivery>> withSecrets(
      SqlConnection connection, Optional<LoadedDelivery> loaded) {
    return loaded
        .map(one -> withSecrets(connection, one).map(Optional::of))
        .orElse(Future.succeededFuture(Optional.empty()));
  }

  private Future<ReadyDelivery> withSecrets(SqlConnection connection, LoadedDelivery loaded) {
    Endpoint endpoint = loaded.claimed().endpoint();
    return endpoint == null
        ? Future.succeededFuture(new ReadyDelivery(loaded, Optional.of(List.of())))
        : secrets.of(connection, endpoint).map(active -> new ReadyDelivery(loaded, active));
  }
}
