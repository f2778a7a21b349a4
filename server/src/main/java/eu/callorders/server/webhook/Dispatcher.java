package eu.callorders.server.webhook;

import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchRetries;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedItems;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
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

  private static final int MOST_UNDER_WAY = 4_000;
  private static final int MOST_UNPROVEN = 3_000;
  private static final int BATCH = 400;

  /** How many endpoints that fail again and again are tried in each such time. */
  private static final int TRIALS = 20;

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
  private final TargetRules rules;
  private final Courier courier;
  private final ActiveSecrets secrets;
  private final DeliveryEnds ends;
  private final InstantSource realTime;
  private final RandomGenerator random;
  private final Runnable bell;
  private final DueStore store = new DueStore();
  private final Lanes lanes = new Lanes(MOST_UNDER_WAY, MOST_UNPROVEN, TRIALS);
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
      Courier courier,
      EndpointSecrets secrets,
      DeliveryEnds ends,
      InstantSource realTime,
      RandomGenerator random,
      Runnable bell) {
    this.database = database;
    this.node = node;
    this.rules = rules;
    this.courier = courier;
    this.secrets = new ActiveSecrets(secrets, realTime);
    database.onNewInstance(this.secrets::clear);
    this.ends = ends;
    this.realTime = realTime;
    this.random = random;
    this.bell = bell;
    this.failedEndpoints =
        new FailedItems(database, "webhook_endpoint", failure -> ENDPOINT_TRIES, ENDPOINT_ASIDE);
  }

  /**
   * A delivery that may be sent now.
   *
   * @param secrets what signs it; none when the endpoint is gone, empty when they cannot be read
   */
  private record Ready(ClaimedDelivery claimed, Optional<List<SigningSecret>> secrets) {}

  private record Claimed(List<Ready> ready, Map<UUID, Exception> unreadableEndpoints) {}

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
    database.inWorker(connection -> BoundedWait.await(store.release(connection, node)));
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
    List<Lanes.Room> rooms = ends.size() < MOST_UNWRITTEN ? rooms() : List.of();
    if (rooms.isEmpty()) {
      return lanes.isHeldBack() && turn.compareTo(next) < 0 ? turn : next;
    }
    dispatch(rooms);
    retries.succeeded();
    return Duration.ZERO;
  }

  private List<Lanes.Room> rooms() {
    List<Lanes.Room> rooms = new ArrayList<>();
    for (Lanes.Room room : lanes.rooms(BATCH)) {
      if (failedEndpoints.isAside(room.endpoint())) {
        lanes.exhausted(room);
      } else {
        rooms.add(room);
      }
    }
    return rooms;
  }

  /** A claim that fails is divided until the endpoint at fault is alone. */
  private void dispatch(List<Lanes.Room> rooms) {
    Claimed claimed;
    try {
      claimed = database.inWorker(connection -> claim(connection, rooms));
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
    settle(rooms, claimed.ready());
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
    QueuePlans.byIndex(connection);
    BoundedWait.await(store.ready(connection)).forEach(lanes::offer);
    Duration next = BoundedWait.await(store.untilNext(connection)).orElse(LOOK_AROUND);
    return next.compareTo(LOOK_AROUND) < 0 ? next : LOOK_AROUND;
  }

  private Claimed claim(SqlConnection connection, List<Lanes.Room> rooms) {
    QueuePlans.byIndex(connection);
    List<Ready> ready = new ArrayList<>();
    DueStore.Claim found = BoundedWait.await(store.claim(connection, node, rooms));
    for (ClaimedDelivery claimed : found.deliveries()) {
      Endpoint endpoint = claimed.endpoint();
      ready.add(
          new Ready(
              claimed,
              endpoint == null
                  ? Optional.of(List.of())
                  : BoundedWait.await(secrets.of(connection, endpoint))));
    }
    return new Claimed(ready, found.unreadableEndpoints());
  }

  /** Who had less due than there was room for has nothing left for now. */
  private void settle(List<Lanes.Room> rooms, List<Ready> ready) {
    Map<UUID, Integer> fresh = new HashMap<>();
    Map<UUID, Integer> replayed = new HashMap<>();
    long leasedAt = System.nanoTime();
    for (Ready one : ready) {
      UUID endpoint = one.claimed().endpointId();
      lanes.begun(endpoint, one.claimed().replay(), () -> begin(one, leasedAt));
      (one.claimed().replay() ? replayed : fresh).merge(endpoint, 1, Integer::sum);
    }
    for (Lanes.Room room : rooms) {
      boolean noMoreFresh = fresh.getOrDefault(room.endpoint(), 0) < room.fresh();
      boolean noMoreReplayed =
          room.replayed() == 0 || replayed.getOrDefault(room.endpoint(), 0) < room.replayed();
      if (noMoreFresh && noMoreReplayed) {
        lanes.exhausted(room);
      }
    }
  }

  private void begin(Ready ready, long leasedAt) {
    if (System.nanoTime() - leasedAt < STALE.toNanos()) {
      send(ready, Promise.promise());
    } else {
      lanes.ended(ready.claimed().endpointId(), ready.claimed().replay());
    }
  }

  private void send(Ready ready, Promise<Void> written) {
    ClaimedDelivery claimed = ready.claimed();
    Instant at = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    switch (instruction(ready)) {
      case Instruction.Skip _ -> end(EndedDelivery.skipped(claimed, written), null);
      case Instruction.GiveUp _ -> end(EndedDelivery.unsendable(claimed, at, written), null);
      case Instruction.Refuse _ ->
          end(
              EndedDelivery.of(
                  claimed,
                  new Outcome.Unanswered(AttemptError.TARGET_REFUSED),
                  at,
                  Duration.ZERO,
                  random,
                  written),
              null);
      case Instruction.Send send -> carry(ready, send, at, written);
    }
  }

  /** What is wrong with one delivery stops no other. */
  private Instruction instruction(Ready ready) {
    try {
      Instruction instruction = Instruction.of(ready.claimed(), rules);
      if (!(instruction instanceof Instruction.Send)) {
        return instruction;
      }
      return ready
          .secrets()
          .map(active -> active.isEmpty() ? new Instruction.Skip() : instruction)
          .orElseGet(Instruction.GiveUp::new);
    } catch (RuntimeException failure) {
      LOG.error("delivery {} cannot be sent", ready.claimed().id(), failure);
      return new Instruction.GiveUp();
    }
  }

  private void carry(Ready ready, Instruction.Send send, Instant at, Promise<Void> written) {
    ClaimedDelivery claimed = ready.claimed();
    Letter letter = Letter.of(claimed.eventId(), send.body(), ready.secrets().orElseThrow(), at);
    long began = System.nanoTime();
    courier
        .carry(send.url(), letter.headers(), letter.body())
        .onSuccess(
            outcome -> {
              Duration took = Duration.ofNanos(System.nanoTime() - began);
              end(EndedDelivery.of(claimed, outcome, at, took, random, written), send.url());
            });
  }

  private void end(EndedDelivery ended, @Nullable TargetUrl url) {
    ClaimedDelivery claimed = ended.claimed();
    AttemptLog.write(ended, url);
    Attempt attempt = ended.attempt();
    if (attempt != null && ended.isEvidence()) {
      lanes.judged(
          claimed.endpointId(), ended.isDelivered(), Duration.ofMillis(attempt.durationMs()));
    }
    ends.add(ended);
    lanes.ended(claimed.endpointId(), claimed.replay());
    ring();
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
                    .compose(claimed -> withSecrets(connection, claimed)))
        .compose(ready -> ready.map(this::sendNow).orElse(Future.succeededFuture(false)));
  }

  private Future<Boolean> sendNow(Ready ready) {
    Promise<Void> written = Promise.promise();
    lanes.begun(ready.claimed().endpointId(), ready.claimed().replay());
    send(ready, written);
    return written.future().map(true);
  }

  private Future<Optional<Ready>> withSecrets(
      SqlConnection connection, Optional<ClaimedDelivery> claimed) {
    Endpoint endpoint = claimed.map(ClaimedDelivery::endpoint).orElse(null);
    return endpoint == null
        ? Future.succeededFuture(claimed.map(one -> new Ready(one, Optional.of(List.of()))))
        : secrets
            .of(connection, endpoint)
            .map(active -> claimed.map(one -> new Ready(one, active)));
  }
}
