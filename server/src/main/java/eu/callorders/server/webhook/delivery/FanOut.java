package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchRetries;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedWork;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates one delivery per subscribed endpoint in the transaction that removes the event from the
 * queue. An inactive endpoint gets a skipped one.
 */
public final class FanOut {
  private static final Logger LOG = LoggerFactory.getLogger(FanOut.class);
  private static final int BATCH = 500;
  private static final int MAX_PARKED = 1_000;

  private static final String TAKE =
      """
      WITH next AS (
        SELECT recorded_at, event_id
          FROM webhook_event_queue
         WHERE event_id <> ALL ($2::uuid[])
         ORDER BY recorded_at, event_id
         LIMIT $1
           FOR UPDATE SKIP LOCKED)
      DELETE FROM webhook_event_queue q
       USING next n
       WHERE q.recorded_at = n.recorded_at AND q.event_id = n.event_id
      RETURNING q.tenant_id, q.event_id, q.recorded_at, q.type
      """;

  private static final String ENDPOINTS =
      """
      SELECT id, tenant_id, event_types, status = 'active' AS active
        FROM webhook_endpoint
       WHERE tenant_id = ANY ($1) AND deleted_at IS NULL AND activated_at IS NOT NULL
      """;

  private static final String ABOUT =
      """
      SELECT e.envelope
        FROM event e
       WHERE e.tenant_id = $1 AND e.id = $2 AND e.recorded_at = $3
      """;

  private final Database database;
  private final Consumer<Collection<UUID>> due;
  private final DeliveryWriter writer;
  private final Set<UUID> parked = new LinkedHashSet<>();
  private final BatchRetries retries = new BatchRetries();
  private int batch = BATCH;

  /**
   * @param due receives, after the commit, the endpoints with new deliveries
   */
  public FanOut(
      Database database,
      Consumer<Collection<UUID>> due,
      InstantSource realTime,
      RandomGenerator random) {
    this.database = database;
    this.due = due;
    this.writer = new DeliveryWriter(realTime, random);
  }

  private record QueuedEvent(UUID tenantId, UUID eventId, Instant recordedAt, String type) {}

  /**
   * @param types exact names; null for all
   */
  private record Subscriber(UUID id, @Nullable Set<String> types, boolean active) {
    boolean wants(String type) {
      return types == null || types.contains(type);
    }
  }

  /** Processes one batch; returns the number of events. Blocks a virtual thread. */
  public int runOnce() {
    List<QueuedEvent> events = new ArrayList<>();
    Set<UUID> endpoints;
    try {
      endpoints =
          database.inWorker(
              connection -> {
                events.addAll(dequeue(connection));
                return events.isEmpty() ? Set.<UUID>of() : deliver(connection, events);
              });
    } catch (Exception failure) {
      if (events.isEmpty() || retries.shouldRetryBatch(failure)) {
        throw failure;
      }
      retrySingly(events, failure);
      return events.size();
    }
    retries.reset();
    batch = Math.min(BATCH, 2 * batch);
    if (!endpoints.isEmpty()) {
      due.accept(endpoints);
    }
    return events.size();
  }

  /** Retries one by one to find the event that fails, and parks it, so that the others go on. */
  private void retrySingly(List<QueuedEvent> events, Exception failure) {
    if (events.size() > 1) {
      LOG.warn("fan-out of {} events failed", events.size(), failure);
      batch = 1;
      return;
    }
    String id = IdKind.EVENT.format(events.getFirst().eventId());
    database.inWorker(
        connection ->
            BoundedWait.await(
                FailedWork.save(connection, "webhook_event", id, "", failure).map(true)));
    if (parked.size() >= MAX_PARKED) {
      parked.remove(parked.iterator().next());
    }
    parked.add(events.get(0).eventId());
  }

  private List<QueuedEvent> dequeue(SqlConnection connection) {
    return BoundedWait.await(
            connection
                .preparedQuery(TAKE)
                .execute(
                    Tuple.tuple()
                        .addLong((long) batch)
                        .addArrayOfUUID(parked.toArray(UUID[]::new))))
        .stream()
        .map(
            row ->
                new QueuedEvent(
                    row.getUUID("tenant_id"),
                    row.getUUID("event_id"),
                    RowMapper.instant(row, "recorded_at"),
                    row.getString("type")))
        .toList();
  }

  private Set<UUID> deliver(SqlConnection connection, List<QueuedEvent> events) {
    Map<UUID, List<Subscriber>> subscribers = subscribers(connection, events);
    List<DeliveryWriter.Item> deliveries = new ArrayList<>();
    Set<UUID> endpoints = new HashSet<>();
    for (QueuedEvent event : events) {
      UUID about = describedEndpoint(connection, event);
      for (Subscriber one : subscribers.getOrDefault(event.tenantId(), List.of())) {
        if (one.wants(event.type()) && !one.id().equals(about)) {
          deliveries.add(
              new DeliveryWriter.Item(
                  event.tenantId(),
                  one.id(),
                  event.eventId(),
                  event.recordedAt(),
                  event.type(),
                  one.active()));
          if (one.active()) {
            endpoints.add(one.id());
          }
        }
      }
    }
    BoundedWait.await(writer.insert(connection, deliveries, null));
    return endpoints;
  }

  private static Map<UUID, List<Subscriber>> subscribers(
      SqlConnection connection, List<QueuedEvent> events) {
    UUID[] tenants = events.stream().map(QueuedEvent::tenantId).distinct().toArray(UUID[]::new);
    Map<UUID, List<Subscriber>> found = new HashMap<>();
    for (Row row :
        BoundedWait.await(
            connection.preparedQuery(ENDPOINTS).execute(Tuple.of((Object) tenants)))) {
      found
          .computeIfAbsent(row.getUUID("tenant_id"), ignored -> new ArrayList<>())
          .add(new Subscriber(row.getUUID("id"), types(row), row.getBoolean("active")));
    }
    return found;
  }

  /** An unreadable endpoint counts as subscribed: the dispatcher decides about its delivery. */
  private static @Nullable Set<String> types(Row row) {
    String[] filters = row.getArrayOfStrings("event_types");
    try {
      return filters == null ? null : names(filters);
    } catch (RuntimeException unreadable) {
      LOG.warn("event types of endpoint {} unreadable", row.getUUID("id"), unreadable);
      return null;
    }
  }

  private static Set<String> names(String[] filters) {
    return List.of(filters).stream()
        .flatMap(filter -> EventType.matching(filter).stream())
        .map(EventType::wire)
        .collect(Collectors.toSet());
  }

  /** The endpoint that an event describes; it does not get that event itself. */
  private static @Nullable UUID describedEndpoint(SqlConnection connection, QueuedEvent event) {
    if (!event.type().startsWith("webhook_endpoint.")) {
      return null;
    }
    for (Row row :
        BoundedWait.await(
            connection
                .preparedQuery(ABOUT)
                .execute(
                    Tuple.of(
                        event.tenantId(), event.eventId(), RowMapper.time(event.recordedAt()))))) {
      JsonNode id = Json.parse(row.getString("envelope")).at("/related/webhook_endpoint_id");
      return IdKind.WEBHOOK_ENDPOINT.parse(id.asText()).orElse(null);
    }
    return null;
  }
}
