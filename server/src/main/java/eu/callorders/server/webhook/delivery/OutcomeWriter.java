package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchRetries;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedItems;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import eu.callorders.server.statistics.CountKey;
import eu.callorders.server.statistics.HourlyCountStore;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import eu.callorders.server.webhook.endpoint.EndpointView;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores outcomes of attempts in batches. */
public final class OutcomeWriter {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeWriter.class);
  private static final int BATCH = 500;
  private static final int MAX_FAILURES = 3;

  /** Delay of a delivery whose outcome could not be stored {@link #MAX_FAILURES} times. */
  private static final Duration PARK_TIME = Duration.ofHours(1);

  private final Database database;
  private final UUID node;
  private final EventStore events;
  private final InstantSource realTime;
  private final Runnable onWork;
  private final ConcurrentLinkedDeque<DeliveryOutcome> waiting = new ConcurrentLinkedDeque<>();
  private final AtomicInteger size = new AtomicInteger();
  private final BatchRetries retries = new BatchRetries();
  private final FailedItems failedOutcomes;
  private final Map<UUID, Set<Runnable>> onWritten = new ConcurrentHashMap<>();

  /** Whether {@link #runOnce} found nothing and needs a wake-up. */
  private final AtomicBoolean idle = new AtomicBoolean(true);

  /**
   * @param node owner of the leases
   * @param onWork triggers {@link #runOnce}
   */
  public OutcomeWriter(
      Database database, UUID node, EventStore events, InstantSource realTime, Runnable onWork) {
    this.database = database;
    this.node = node;
    this.events = events;
    this.realTime = realTime;
    this.onWork = onWork;
    this.failedOutcomes =
        new FailedItems(database, "webhook_outcome", failure -> MAX_FAILURES, PARK_TIME);
  }

  void add(DeliveryOutcome outcome) {
    waiting.add(outcome);
    size.incrementAndGet();
    if (idle.getAndSet(false)) {
      onWork.run();
    }
  }

  /**
   * Runs {@code callback} after each commit that stores an attempt of the delivery by this node.
   *
   * @return removes the callback
   */
  Runnable onWritten(UUID deliveryId, Runnable callback) {
    onWritten.compute(
        deliveryId,
        (id, present) -> {
          Set<Runnable> callbacks = present == null ? ConcurrentHashMap.newKeySet() : present;
          callbacks.add(callback);
          return callbacks;
        });
    return () ->
        onWritten.computeIfPresent(
            deliveryId,
            (id, callbacks) -> {
              callbacks.remove(callback);
              return callbacks.isEmpty() ? null : callbacks;
            });
  }

  int size() {
    return size.get();
  }

  /** Stores one batch; returns its size. Blocks a virtual thread. */
  public int runOnce() {
    List<DeliveryOutcome> batch = pollBatch();
    if (batch.isEmpty()) {
      idle.set(true);
      batch = pollBatch(); // added before the flag was set
    }
    if (batch.isEmpty()) {
      return 0;
    }
    try {
      write(batch);
    } catch (Exception failure) {
      if (retries.shouldRetryBatch(failure)) {
        batch.reversed().forEach(waiting::addFirst);
        throw failure;
      }
      LOG.warn("storing {} webhook outcomes failed", batch.size(), failure);
      writeOneByOne(batch);
    }
    retries.reset();
    size.addAndGet(-batch.size());
    return batch.size();
  }

  private List<DeliveryOutcome> pollBatch() {
    List<DeliveryOutcome> batch = new ArrayList<>();
    DeliveryOutcome outcome = waiting.poll();
    while (outcome != null) {
      batch.add(outcome);
      outcome = batch.size() < BATCH ? waiting.poll() : null;
    }
    return batch;
  }

  /** During an outage of the database, the rest stays queued. */
  private void writeOneByOne(List<DeliveryOutcome> batch) {
    for (int index = 0; index < batch.size(); index++) {
      try {
        writeOne(batch.get(index));
      } catch (Exception outage) {
        batch.subList(index, batch.size()).reversed().forEach(waiting::addFirst);
        size.addAndGet(-index);
        throw outage;
      }
    }
  }

  /**
   * An outcome that cannot be stored is sent again after its lease; from the third time on it is
   * failed work, sent again once an hour.
   */
  private void writeOne(DeliveryOutcome outcome) {
    try {
      write(List.of(outcome));
    } catch (Exception failure) {
      if (retries.shouldRetryBatch(failure)) {
        throw failure;
      }
      LOG.error(
          "storing the outcome of webhook delivery {} failed", outcome.claimed().id(), failure);
      if (failedOutcomes.recordFailure(outcome.claimed().id(), failure)) {
        database.inWorker(
            connection ->
                BoundedWait.await(
                    OutcomeStore.postpone(connection, node, outcome.claimed(), PARK_TIME)
                        .map(true)));
      }
      outcome.written().tryFail(failure);
    }
  }

  private void write(List<DeliveryOutcome> batch) {
    Set<ClaimedDelivery.Lease> held = database.inWorker(connection -> write(connection, batch));
    failedOutcomes.recordSuccess(batch.stream().map(outcome -> outcome.claimed().id()).toList());
    for (DeliveryOutcome outcome : batch) {
      if (!held.contains(outcome.claimed().lease())) {
        LogLine.warn(LOG)
            .with(LogField.DELIVERY_ID, IdKind.WEBHOOK_DELIVERY.format(outcome.claimed().id()))
            .log("webhook attempt ended after its lease was lost");
      }
      outcome.written().tryComplete();
      onWritten.getOrDefault(outcome.claimed().id(), Set.of()).forEach(Runnable::run);
    }
  }

  private Set<ClaimedDelivery.Lease> write(SqlConnection connection, List<DeliveryOutcome> batch) {
    Map<UUID, EndpointUpdater> updaters = new LinkedHashMap<>();
    // The server stores the outcomes after it has locked the endpoints.
    Future<List<Endpoint>> locked = EndpointStore.lockAll(connection, affectedEndpoints(batch));
    Future<Set<ClaimedDelivery.Lease>> finished = OutcomeStore.finish(connection, node, batch);
    for (Endpoint endpoint : BoundedWait.await(locked)) {
      updaters.put(endpoint.id(), new EndpointUpdater(endpoint));
    }
    Set<ClaimedDelivery.Lease> held = BoundedWait.await(finished);
    List<DeliveryOutcome> stored =
        batch.stream().filter(outcome -> held.contains(outcome.claimed().lease())).toList();
    Future<Void> counted = HourlyCountStore.add(connection, countKeys(stored));
    stored.stream()
        .sorted(Comparator.comparing(OutcomeWriter::endedAt))
        .forEach(outcome -> apply(updaters.get(outcome.claimed().endpointId()), outcome));
    update(connection, updaters.values().stream().filter(EndpointUpdater::isChanged).toList());
    BoundedWait.await(counted);
    return held;
  }

  private List<CountKey> countKeys(List<DeliveryOutcome> stored) {
    Instant now = realTime.instant();
    return stored.stream()
        .filter(outcome -> outcome.status().isEnd())
        .map(
            outcome ->
                CountKey.delivery(outcome.claimed().tenantId(), outcome.status().wire(), now))
        .toList();
  }

  /** Outcomes of a deleted endpoint change nothing else. */
  private static void apply(@Nullable EndpointUpdater updater, DeliveryOutcome outcome) {
    if (updater != null) {
      updater.apply(outcome);
    }
  }

  private static Set<UUID> affectedEndpoints(List<DeliveryOutcome> batch) {
    Set<UUID> ids = new HashSet<>();
    batch.stream()
        .filter(DeliveryOutcome::affectsHealth)
        .forEach(outcome -> ids.add(outcome.claimed().endpointId()));
    return ids;
  }

  private static Instant endedAt(DeliveryOutcome outcome) {
    DeliveryAttempt attempt = outcome.attempt();
    return attempt == null ? Instant.MIN : attempt.at().plusMillis(attempt.durationMs());
  }

  private void update(SqlConnection connection, List<EndpointUpdater> changed) {
    List<Endpoint> healthOnly =
        changed.stream()
            .filter(updater -> !updater.isStatusChanged())
            .map(EndpointUpdater::endpoint)
            .toList();
    if (!healthOnly.isEmpty()) {
      BoundedWait.await(EndpointStore.updateHealth(connection, healthOnly));
    }
    for (EndpointUpdater updater : changed) {
      if (updater.isStatusChanged()) {
        BoundedWait.await(EndpointStore.update(connection, updater.endpoint()));
      }
      emit(connection, updater);
    }
  }

  private void emit(SqlConnection connection, EndpointUpdater updater) {
    if (updater.notices().isEmpty()) {
      return;
    }
    Endpoint endpoint = updater.endpoint();
    Instant now = BoundedWait.await(TenantStore.now(connection, endpoint.tenantId(), realTime));
    List<NewEvent> added =
        updater.notices().stream().map(notice -> event(endpoint, notice, now)).toList();
    BoundedWait.await(events.append(connection, added));
  }

  private static NewEvent event(Endpoint endpoint, EndpointUpdater.Notice notice, Instant now) {
    ObjectNode data = EndpointView.of(endpoint);
    data.setAll(notice.members());
    RelatedResources related = RelatedResources.none().webhookEndpoint(endpoint.id());
    return new NewEvent(endpoint.tenantId(), notice.type(), now, related, null, data);
  }
}
