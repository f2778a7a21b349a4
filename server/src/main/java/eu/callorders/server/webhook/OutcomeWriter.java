package eu.callorders.server.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchRetries;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedItems;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.tenant.TenantStore;
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

/** Attempts that are over and wait to be written down, many to a transaction. */
public final class OutcomeWriter {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeWriter.class);
  private static final int BATCH = 500;
  private static final int TRIES = 3;

  /** How long a delivery waits that was sent so often without a written outcome. */
  private static final Duration ASIDE = Duration.ofHours(1);

  private final Database database;
  private final UUID node;
  private final TenantStore tenants;
  private final EventStore events;
  private final InstantSource realTime;
  private final Runnable bell;
  private final OutcomeStore store = new OutcomeStore();
  private final EndpointStore endpoints = new EndpointStore();
  private final ConcurrentLinkedDeque<DeliveryOutcome> waiting = new ConcurrentLinkedDeque<>();
  private final AtomicInteger size = new AtomicInteger();
  private final BatchRetries retries = new BatchRetries();
  private final FailedItems failedOutcomes;
  private final Map<UUID, Set<Runnable>> onWritten = new ConcurrentHashMap<>();

  /** Whether whoever calls {@link #runOnce} found nothing, and waits to be rung. */
  private final AtomicBoolean idle = new AtomicBoolean(true);

  /**
   * @param node whose leases these are
   * @param bell wakes whoever calls {@link #runOnce}
   */
  public OutcomeWriter(
      Database database,
      UUID node,
      TenantStore tenants,
      EventStore events,
      InstantSource realTime,
      Runnable bell) {
    this.database = database;
    this.node = node;
    this.tenants = tenants;
    this.events = events;
    this.realTime = realTime;
    this.bell = bell;
    this.failedOutcomes = new FailedItems(database, "webhook_outcome", failure -> TRIES, ASIDE);
  }

  void add(DeliveryOutcome ended) {
    waiting.add(ended);
    size.incrementAndGet();
    if (idle.getAndSet(false)) {
      bell.run();
    }
  }

  /**
   * Runs {@code callback} after each commit that records an attempt of that delivery by this node.
   *
   * @return ends that
   */
  Runnable onWritten(UUID deliveryId, Runnable callback) {
    onWritten.compute(
        deliveryId,
        (id, known) -> {
          Set<Runnable> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(callback);
          return all;
        });
    return () ->
        onWritten.computeIfPresent(
            deliveryId,
            (id, known) -> {
              known.remove(callback);
              return known.isEmpty() ? null : known;
            });
  }

  int size() {
    return size.get();
  }

  /** Writes one batch down; answers how many there were. Blocks a virtual thread. */
  public int runOnce() {
    List<DeliveryOutcome> batch = next();
    if (batch.isEmpty()) {
      idle.set(true);
      batch = next(); // what came before the bell would have been rung
    }
    if (batch.isEmpty()) {
      return 0;
    }
    try {
      write(batch);
    } catch (Exception together) {
      if (retries.isPassing(together)) {
        batch.reversed().forEach(waiting::addFirst);
        throw together;
      }
      LOG.warn("{} ends of attempts could not be written together", batch.size(), together);
      writeOneByOne(batch);
    }
    retries.succeeded();
    size.addAndGet(-batch.size());
    return batch.size();
  }

  private List<DeliveryOutcome> next() {
    List<DeliveryOutcome> batch = new ArrayList<>();
    DeliveryOutcome ended = waiting.poll();
    while (ended != null) {
      batch.add(ended);
      ended = batch.size() < BATCH ? waiting.poll() : null;
    }
    return batch;
  }

  /** While the database cannot be used, the rest waits for the next time. */
  private void writeOneByOne(List<DeliveryOutcome> batch) {
    for (int index = 0; index < batch.size(); index++) {
      try {
        writeAlone(batch.get(index));
      } catch (Exception outage) {
        batch.subList(index, batch.size()).reversed().forEach(waiting::addFirst);
        size.addAndGet(-index);
        throw outage;
      }
    }
  }

  /**
   * What cannot be written even so is sent again when its lease is over; after three times it is
   * failed work, and sent again once an hour.
   */
  private void writeAlone(DeliveryOutcome ended) {
    try {
      write(List.of(ended));
    } catch (Exception alone) {
      if (retries.isPassing(alone)) {
        throw alone;
      }
      LOG.error("the end of delivery {} cannot be written", ended.claimed().id(), alone);
      if (failedOutcomes.failed(ended.claimed().id(), alone)) {
        database.inWorker(
            connection ->
                BoundedWait.await(
                    store.postpone(connection, node, ended.claimed(), ASIDE).map(true)));
      }
      ended.written().tryFail(alone);
    }
  }

  private void write(List<DeliveryOutcome> batch) {
    Set<ClaimedDelivery.Lease> held = database.inWorker(connection -> write(connection, batch));
    failedOutcomes.succeeded(batch.stream().map(ended -> ended.claimed().id()).toList());
    for (DeliveryOutcome ended : batch) {
      if (!held.contains(ended.claimed().lease())) {
        LOG.atWarn()
            .addKeyValue("delivery", ended.claimed().id())
            .log("an attempt ended after its lease was somebody else's");
      }
      ended.written().tryComplete();
      onWritten.getOrDefault(ended.claimed().id(), Set.of()).forEach(Runnable::run);
    }
  }

  private Set<ClaimedDelivery.Lease> write(SqlConnection connection, List<DeliveryOutcome> batch) {
    QueryPlanHints.byIndex(connection);
    Map<UUID, EndpointUpdater> courses = new LinkedHashMap<>();
    for (Endpoint endpoint : BoundedWait.await(store.lock(connection, concerned(batch)))) {
      courses.put(endpoint.id(), new EndpointUpdater(endpoint));
    }
    Set<ClaimedDelivery.Lease> held = BoundedWait.await(store.finish(connection, node, batch));
    batch.stream()
        .filter(ended -> held.contains(ended.claimed().lease()))
        .sorted(Comparator.comparing(OutcomeWriter::endedAt))
        .forEach(ended -> take(courses.get(ended.claimed().endpointId()), ended));
    update(connection, courses.values().stream().filter(EndpointUpdater::isChanged).toList());
    return held;
  }

  /** Of an endpoint that is gone nothing is kept. */
  private static void take(@Nullable EndpointUpdater course, DeliveryOutcome ended) {
    if (course != null) {
      course.take(ended);
    }
  }

  private static Set<UUID> concerned(List<DeliveryOutcome> batch) {
    Set<UUID> ids = new HashSet<>();
    batch.stream()
        .filter(DeliveryOutcome::isEvidence)
        .forEach(ended -> ids.add(ended.claimed().endpointId()));
    return ids;
  }

  private static Instant endedAt(DeliveryOutcome ended) {
    DeliveryAttempt attempt = ended.attempt();
    return attempt == null ? Instant.MIN : attempt.at().plusMillis(attempt.durationMs());
  }

  private void update(SqlConnection connection, List<EndpointUpdater> changed) {
    List<Endpoint> healthOnly =
        changed.stream()
            .filter(course -> !course.isTurned())
            .map(EndpointUpdater::endpoint)
            .toList();
    if (!healthOnly.isEmpty()) {
      BoundedWait.await(store.updateHealth(connection, healthOnly));
    }
    for (EndpointUpdater course : changed) {
      if (course.isTurned()) {
        BoundedWait.await(endpoints.update(connection, course.endpoint()));
      }
      announce(connection, course);
    }
  }

  private void announce(SqlConnection connection, EndpointUpdater course) {
    if (course.news().isEmpty()) {
      return;
    }
    Endpoint endpoint = course.endpoint();
    Instant now = BoundedWait.await(tenants.now(connection, endpoint.tenantId(), realTime));
    List<NewEvent> told = course.news().stream().map(news -> event(endpoint, news, now)).toList();
    BoundedWait.await(events.append(connection, told));
  }

  private static NewEvent event(Endpoint endpoint, EndpointUpdater.Notice news, Instant now) {
    ObjectNode data = EndpointView.of(endpoint);
    EventType type =
        switch (news) {
          case EndpointUpdater.Notice.Failing failing -> {
            data.put("percent", failing.percent());
            yield EventType.WEBHOOK_ENDPOINT_FAILING;
          }
          case EndpointUpdater.Notice.Disabled disabled -> {
            data.put("reason", disabled.reason());
            yield EventType.WEBHOOK_ENDPOINT_DISABLED;
          }
        };
    RelatedResources related = RelatedResources.none().webhookEndpoint(endpoint.id());
    return new NewEvent(endpoint.tenantId(), type, now, related, null, data);
  }
}
