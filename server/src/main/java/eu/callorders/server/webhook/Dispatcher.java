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
 * Leases what is due, sends it, and hands over what came of it. Each endpoint has a lane of its
 * own, so that none waits for another; which endpoints have something due is told by the fan-out of
 * this node, and looked up now and then for what comes from others and for retries.
 */
public final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  /** How long what nobody here was told of may lie unseen. */
  private static final Duration LOOK_AROUND = Duration.ofMillis(250);

  private static final Duration SHORTEST_REST = Duration.ofMillis(10);
  private static final int LOOK_SHARE = 9;

  /**
   * Twenty endpoints that each use the bytes of a lane leave room for other tenants. What is leased
   * takes two to four times its bytes on the heap: a string, and the body of the request.
   */
  static final ConcurrencyLimiter.Limits LIMITS =
      new ConcurrencyLimiter.Limits(4_000, 3_000, 20, 64L << 20, 1L << 20);

  private static final int BATCH = 400;

  /** How long a turn of trials of endpoints that fail again and again lasts. */
  private static final Duration TURN = Duration.ofMillis(100);

  private static final int MOST_UNWRITTEN = 4_000;
  private static final int ENDPOINT_TRIES = 3;
  private static final Duration ENDPOINT_ASIDE = Duration.ofMinutes(5);

  /**
   * What could not begin by then is left to the end of its lease, which an attempt must not pass.
   */
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
   * @param node owns the leases
   * @param bell wakes whoever calls {@link #runOnce}
   */
  public Dispatcher(
      Database database,
      UUID node,
      TargetRules rules,
      WebhookSender courier,
      EndpointSecrets secrets,
      OutcomeWriter ends,
      InstantSource realTime,
      RandomGenerator random,
      Runnable bell) {
    this(
        database,
        node,
        rules,
        courier,
        secrets,
        ends,
        realTime,
        random,
        bell,
        new ConcurrencyLimiter(LIMITS));
  }

  Dispatcher(
      Database database,
      UUID node,
      TargetRules rules,
      WebhookSender courier,
      EndpointSecrets secrets,
      OutcomeWriter ends,
      InstantSource realTime,
      RandomGenerator random,
      Runnable bell,
      ConcurrencyLimiter lanes) {
    this.database = database;
    this.node = node;
    this.secrets = new ActiveSecrets(secrets, realTime);
    database.onNewInstance(this.secrets::clear);
    this.ends = ends;
    this.bell = bell;
    this.lanes = lanes;
    this.attempts = new AttemptRunner(rules, courier, ends, lanes, realTime, random, this::ring);
    this.failedEndpoints =
        new FailedItems(database, "webhook_endpoint", failure -> ENDPOINT_TRIES, ENDPOINT_ASIDE);
  }

  private record Claimed(List<ReadyDelivery> ready, Map<UUID, Exception> unreadableEndpoints) {}

  /** Something has become due to these endpoints. */
  public void due(Collection<UUID> endpoints) {
    endpoints.forEach(lanes::offer);
    ring();
  }

  /** Once for everything that happens before somebody comes to look. */
  private void ring() {
    if (!rung.getAndSet(true)) {
      bell.run();
    }
  }

  /** Attempts that have begun and not ended. */
  public int underWay() {
    return lanes.underWay();
  }

  /** Completes when nothing is under way. */
  Future<Void> idle() {
    return lanes.idle();
  }

  /** Gives back what is leased and has not ended, when this node stops. Blocks. */
  void release() {
    int released = BATCH;
    while (released == BATCH) {
      released =
          database.inWorker(
              connection -> BoundedWait.await(store.release(connection, node, BATCH)));
    }
  }

  /**
   * Leases and sends one batch; answers how long there is nothing to do. Blocks a virtual thread.
   */
  public Duration runOnce() {
    rung.set(false);
    Duration next = Duration.ofNanos(lookAt - System.nanoTime());
    if (!next.isPositive()) {
      next = look();
    }
    Duration turn = turn();
    List<ConcurrencyLimiter.Allowance> rooms = ends.size() < MOST_UNWRITTEN ? rooms() : List.of();
    if (rooms.isEmpty()) {
      return lanes.isHeldBack() && turn.compareTo(next) < 0 ? turn : next;
    }
    dispatch(rooms);
    retries.succeeded();
    return Duration.ZERO;
  }

  private List<ConcurrencyLimiter.Allowance> rooms() {
    List<ConcurrencyLimiter.Allowance> rooms = new ArrayList<>();
    for (ConcurrencyLimiter.Allowance room : lanes.rooms(BATCH)) {
      if (failedEndpoints.isAside(room.endpoint())) {
        lanes.exhausted(room);
      } else {
        rooms.add(room);
      }
    }
    return rooms;
  }

  /** A claim that fails is divided until the endpoint at fault is alone. */
  private void dispatch(List<ConcurrencyLimiter.Allowance> rooms) {
    long bytes = lanes.claimBytes();
    Claimed claimed;
    try {
      claimed = database.inWorker(connection -> claim(connection, rooms, bytes));
    } catch (Exception failure) { // awaiting throws checked ones too, undeclared
      if (retries.isPassing(failure)) {
        throw failure;
      }
      if (rooms.size() == 1) {
        lanes.exhausted(rooms.getFirst());
        failedEndpoints.failed(rooms.getFirst().endpoint(), failure);
        return;
      }
      LOG.warn("deliveries of {} endpoints could not be claimed together", rooms.size(), failure);
      BatchRetries.parts(rooms).forEach(this::dispatch);
      return;
    }
    settle(rooms, bytes, claimed.ready());
    rooms.forEach(room -> lanes.go(room.endpoint()));
    claimed.unreadableEndpoints().forEach(failedEndpoints::failed);
  }

  /** Begins the next turn of trials when it is time; answers how long this one lasts. */
  private Duration turn() {
    long now = System.nanoTime();
    if (now - turnAt >= 0) {
      turnAt = now + TURN.toNanos();
      lanes.nextTurn();
    }
    return Duration.ofNanos(turnAt - now);
  }

  /**
   * Endpoints with something due get in line; answers when to look again. The more there is to look
   * through, the seldomer: no more than a tenth of the time is spent on it.
   */
  private Duration look() {
    long began = System.nanoTime();
    Duration next = database.inWorker(this::look);
    Duration rest = SHORTEST_REST.plusNanos(LOOK_SHARE * (System.nanoTime() - began));
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
      SqlConnection connection, List<ConcurrencyLimiter.Allowance> rooms, long bytes) {
    QueryPlanHints.byIndex(connection);
    List<ReadyDelivery> ready = new ArrayList<>();
    DeliveryQueue.Claim found = BoundedWait.await(store.claim(connection, node, rooms, bytes));
    for (LoadedDelivery loaded : found.deliveries()) {
      ready.add(BoundedWait.await(withSecrets(connection, loaded)));
    }
    return new Claimed(ready, found.unreadableEndpoints());
  }

  /** Who had less due than there was room for has nothing left for now. */
  private void settle(
      List<ConcurrencyLimiter.Allowance> rooms, long bytes, List<ReadyDelivery> ready) {
    Map<UUID, RoomUse> uses = new HashMap<>();
    RoomUse all = new RoomUse();
    long leasedAt = System.nanoTime();
    for (ReadyDelivery one : ready) {
      ClaimedDelivery claimed = one.claimed();
      lanes.begun(claimed, () -> begin(one, leasedAt));
      uses.computeIfAbsent(claimed.endpointId(), ignored -> new RoomUse()).add(claimed);
      all.add(claimed);
    }
    if (all.bytes() >= bytes) {
      lanes.putFirst(rooms.stream().filter(room -> !uses.containsKey(room.endpoint())).toList());
      return;
    }
    for (ConcurrencyLimiter.Allowance room : rooms) {
      if (uses.getOrDefault(room.endpoint(), new RoomUse()).isAllThatWasDue(room)) {
        lanes.exhausted(room);
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
   * @return completes when its end is written down; empty when somebody else is at it, or it is
   *     over
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
