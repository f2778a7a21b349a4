package eu.callorders.server.webhook.delivery;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchRetries;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedItems;
import eu.callorders.server.tracing.Traces;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases due deliveries, sends them, and hands over the outcomes. The fan-out of this node reports
 * endpoints with due deliveries; polling finds retries and deliveries from other nodes.
 */
public final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  /** Maximum delay of deliveries that no component of this node reports. */
  private static final Duration POLL_INTERVAL = Duration.ofMillis(250);

  private static final Duration MIN_POLL_INTERVAL = Duration.ofMillis(10);
  private static final int POLL_PAUSE_FACTOR = 9;

  private static final int BATCH = 400;

  /** How often the budget of probes is reset. */
  private static final Duration PROBE_INTERVAL = Duration.ofMillis(100);

  private static final int MAX_UNWRITTEN = 4_000;
  private static final int ENDPOINT_ATTEMPTS = 3;
  private static final Duration ENDPOINT_PARK_TIME = Duration.ofMinutes(5);

  /** After this time a delivery is left to the end of its lease, which no attempt may outlast. */
  private static final Duration MAX_LEASE_AGE = Duration.ofSeconds(5);

  private final Database database;
  private final UUID node;
  private final ActiveSecrets secrets;
  private final OutcomeWriter outcomes;
  private final Runnable onWork;
  private final ConcurrencyLimiter limiter;
  private final AttemptRunner attempts;
  private final AtomicBoolean wakePending = new AtomicBoolean();
  private final BatchRetries retries = new BatchRetries();

  /** Endpoints whose deliveries cannot be claimed. */
  private final FailedItems failedEndpoints;

  private long nextPollAt = System.nanoTime();
  private long probesResetAt = nextPollAt;

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
      Traces traces,
      InstantSource realTime,
      RandomGenerator random,
      Runnable onWork,
      ConcurrencyLimiter limiter) {
    this.database = database;
    this.node = node;
    this.secrets = new ActiveSecrets(secrets, realTime);
    database.onNewInstance(this.secrets::clear);
    this.outcomes = outcomes;
    this.onWork = onWork;
    this.limiter = limiter;
    this.attempts =
        new AttemptRunner(rules, sender, outcomes, limiter, traces, realTime, random, this::wake);
    this.failedEndpoints =
        new FailedItems(
            database, "webhook_endpoint", failure -> ENDPOINT_ATTEMPTS, ENDPOINT_PARK_TIME);
  }

  private record ClaimedBatch(
      List<ReadyDelivery> ready, Map<UUID, Exception> unreadableEndpoints) {}

  /** Deliveries to these endpoints have become due. */
  public void offer(Collection<UUID> endpoints) {
    endpoints.forEach(limiter::offer);
    wake();
  }

  /** Wakes the loop once until its next run. */
  private void wake() {
    if (!wakePending.getAndSet(true)) {
      onWork.run();
    }
  }

  /** Number of running attempts. */
  public int inFlightCount() {
    return limiter.inFlightCount();
  }

  /** Completes when nothing is in flight. */
  public Future<Void> idle() {
    return limiter.idle();
  }

  /** Releases the remaining leases when this node stops. Blocks. */
  public void release() {
    int released = BATCH;
    while (released == BATCH) {
      released =
          database.inWorker(
              connection -> BoundedWait.await(DeliveryQueue.release(connection, node, BATCH)));
    }
  }

  /** Leases and sends one batch; returns the time until the next run. Blocks a virtual thread. */
  public Duration runOnce() {
    wakePending.set(false);
    Duration next = Duration.ofNanos(nextPollAt - System.nanoTime());
    if (!next.isPositive()) {
      next = poll();
    }
    Duration untilReset = resetProbes();
    List<ConcurrencyLimiter.Allowance> allowances =
        outcomes.size() < MAX_UNWRITTEN ? allowances() : List.of();
    if (allowances.isEmpty()) {
      return limiter.hasDelayedProbes() && untilReset.compareTo(next) < 0 ? untilReset : next;
    }
    dispatch(allowances);
    retries.reset();
    return Duration.ZERO;
  }

  private List<ConcurrencyLimiter.Allowance> allowances() {
    List<ConcurrencyLimiter.Allowance> allowances = new ArrayList<>();
    for (ConcurrencyLimiter.Allowance allowance : limiter.allowances(BATCH)) {
      if (failedEndpoints.isParked(allowance.endpoint())) {
        limiter.markExhausted(allowance);
      } else {
        allowances.add(allowance);
      }
    }
    return allowances;
  }

  /** Splits a claim that fails until the endpoint at fault is alone. */
  private void dispatch(List<ConcurrencyLimiter.Allowance> allowances) {
    long bytes = limiter.claimBytes();
    ClaimedBatch claimed;
    try {
      claimed = database.inWorker(connection -> claim(connection, allowances, bytes));
    } catch (Exception failure) { // awaiting throws checked ones too, undeclared
      if (retries.shouldRetryBatch(failure)) {
        throw failure;
      }
      if (allowances.size() == 1) {
        limiter.markExhausted(allowances.getFirst());
        failedEndpoints.recordFailure(allowances.getFirst().endpoint(), failure);
        return;
      }
      LOG.warn("claim of webhook deliveries failed for {} endpoints", allowances.size(), failure);
      BatchRetries.split(allowances).forEach(this::dispatch);
      return;
    }
    startAll(allowances, bytes, claimed.ready());
    allowances.forEach(allowance -> limiter.runWaiting(allowance.endpoint()));
    claimed.unreadableEndpoints().forEach(failedEndpoints::recordFailure);
  }

  /** Resets the budget of probes when due; returns the time until the next reset. */
  private Duration resetProbes() {
    long now = System.nanoTime();
    if (now - probesResetAt >= 0) {
      probesResetAt = now + PROBE_INTERVAL.toNanos();
      limiter.resetProbes();
    }
    return Duration.ofNanos(probesResetAt - now);
  }

  /**
   * Offers endpoints with due deliveries; returns the time until the next poll, which grows with
   * the cost of the query, so that polling takes at most a tenth of the time.
   */
  private Duration poll() {
    long startedAt = System.nanoTime();
    Duration next = database.inWorker(this::poll);
    Duration rest =
        MIN_POLL_INTERVAL.plusNanos(POLL_PAUSE_FACTOR * (System.nanoTime() - startedAt));
    Duration pause = rest.compareTo(next) < 0 ? next : rest;
    nextPollAt = System.nanoTime() + pause.toNanos();
    return pause;
  }

  private Duration poll(SqlConnection connection) {
    BoundedWait.await(DeliveryQueue.readyEndpoints(connection)).forEach(limiter::offer);
    Duration next = BoundedWait.await(DeliveryQueue.untilNext(connection)).orElse(POLL_INTERVAL);
    return next.compareTo(POLL_INTERVAL) < 0 ? next : POLL_INTERVAL;
  }

  private ClaimedBatch claim(
      SqlConnection connection, List<ConcurrencyLimiter.Allowance> allowances, long bytes) {
    List<ReadyDelivery> ready = new ArrayList<>();
    DeliveryQueue.Claim claim =
        BoundedWait.await(DeliveryQueue.claim(connection, node, allowances, bytes));
    for (LoadedDelivery loaded : claim.deliveries()) {
      ready.add(BoundedWait.await(withSecrets(connection, loaded)));
    }
    return new ClaimedBatch(ready, claim.unreadableEndpoints());
  }

  /** Starts the deliveries; endpoints that left part of their allowance have nothing more due. */
  private void startAll(
      List<ConcurrencyLimiter.Allowance> allowances, long bytes, List<ReadyDelivery> ready) {
    long leasedAt = System.nanoTime();
    ready.forEach(one -> limiter.add(one.claimed(), () -> startAttempt(one, leasedAt)));
    Map<UUID, List<ClaimedDelivery>> claimed =
        ready.stream()
            .map(ReadyDelivery::claimed)
            .collect(Collectors.groupingBy(ClaimedDelivery::endpointId));
    if (ready.stream().mapToLong(one -> one.claimed().bytes()).sum() >= bytes) {
      limiter.requeueFirst(
          allowances.stream()
              .filter(allowance -> !claimed.containsKey(allowance.endpoint()))
              .toList());
      return;
    }
    for (ConcurrencyLimiter.Allowance allowance : allowances) {
      if (allowance.exceeds(claimed.getOrDefault(allowance.endpoint(), List.of()))) {
        limiter.markExhausted(allowance);
      }
    }
  }

  private void startAttempt(ReadyDelivery ready, long leasedAt) {
    if (System.nanoTime() - leasedAt < MAX_LEASE_AGE.toNanos()) {
      attempts.run(ready, Promise.promise());
    } else {
      limiter.finish(ready.claimed());
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
                DeliveryQueue.claim(connection, node, tenantId, deliveryId)
                    .compose(loaded -> withSecrets(connection, loaded)))
        .compose(ready -> ready.map(this::sendNow).orElse(Future.succeededFuture(false)));
  }

  private Future<Boolean> sendNow(ReadyDelivery ready) {
    Promise<Void> written = Promise.promise();
    limiter.add(ready.claimed());
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
        : secrets
            .load(connection, endpoint.tenantId(), endpoint.id(), endpoint.revision())
            .map(active -> new ReadyDelivery(loaded, active));
  }
}
