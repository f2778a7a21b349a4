package eu.callorders.server.event;

import eu.callorders.core.event.EventType;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.recovery.FeedPlace;
import eu.callorders.server.worker.ClaimingLoops;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Looks for new events on behalf of all waiting readers of a node, and wakes those concerned. While
 * none waits it sends nothing to the database.
 */
public final class FeedPoller {
  private static final String LOOP = "feed-poller";

  /** A reader is woken within 50 ms: this, the statement, and its own read. */
  private static final Duration INTERVAL = Duration.ofMillis(20);

  private static final Duration UNTIL_WOKEN = Duration.ofHours(1);
  private static final int TENANTS_PER_STATEMENT = 500;

  /** Above as many new events of a tenant all its readers are woken. */
  private static final int EVENTS_PER_TENANT = 20;

  /**
   * The new events of each tenant below the horizon. An event is recorded within seconds before its
   * commit, so the condition on {@code recorded_at} leaves out the partitions of other days.
   */
  static final String NEW_EVENTS =
      """
      WITH feed AS MATERIALIZED (SELECT %s AS horizon)
      SELECT feed.horizon::text::bigint AS horizon, e.tenant_id, e.type, e.call_order_id,
             e.enrollment_id
        FROM feed
        LEFT JOIN LATERAL (
               SELECT n.*
                 FROM unnest($1::uuid[], $2::text[]) AS w (tenant_id, read_up_to)
                CROSS JOIN LATERAL (
                      SELECT e.tenant_id, e.type, e.call_order_id, e.enrollment_id
                        FROM event e
                       WHERE e.tenant_id = w.tenant_id
                         AND e.xid >= w.read_up_to::xid8
                         AND e.xid < feed.horizon
                         AND e.recorded_at > now() - interval '1 hour'
                       ORDER BY e.xid, e.seq
                       LIMIT %d) AS n) AS e ON true
      """
          .formatted(FeedPlace.HORIZON, EVENTS_PER_TENANT);

  private final Database database;
  private final WaitingReaders readers;

  private FeedPoller(Database database, WaitingReaders readers) {
    this.database = database;
    this.readers = readers;
  }

  public static void wake(Vertx vertx) {
    WorkLoop.wake(vertx, LOOP);
  }

  /** Starts the loop; its end answers all waiting readers. */
  public static ClaimingLoops start(Vertx vertx, Database database, WaitingReaders readers) {
    FeedPoller poller = new FeedPoller(database, readers);
    WorkLoop.Handle loop = WorkLoop.start(vertx, LOOP, poller::runOnce);
    return new ClaimingLoops() {
      @Override
      public void stopClaims() {
        readers.close();
        loop.stopClaims();
      }

      @Override
      public void close() {
        stopClaims();
        loop.close();
      }
    };
  }

  private Duration runOnce() {
    Map<UUID, Long> readUpTo = readers.readUpTo();
    List<UUID> tenants = new ArrayList<>(readUpTo.keySet());
    for (int from = 0; from < tenants.size(); from += TENANTS_PER_STATEMENT) {
      poll(tenants.subList(from, Math.min(tenants.size(), from + TENANTS_PER_STATEMENT)), readUpTo);
    }
    return tenants.isEmpty() ? UNTIL_WOKEN : INTERVAL;
  }

  private void poll(List<UUID> tenants, Map<UUID, Long> readUpTo) {
    String[] horizons =
        tenants.stream().map(each -> Long.toString(at(readUpTo, each))).toArray(String[]::new);
    Tuple arguments = Tuple.tuple().addValue(tenants.toArray(UUID[]::new)).addValue(horizons);
    RowSet<Row> rows =
        BoundedWait.await(database.workers().preparedQuery(NEW_EVENTS).execute(arguments));
    long horizon = rows.iterator().next().getLong("horizon");
    Map<UUID, List<NewFeedEvent>> events = new HashMap<>();
    for (Row row : rows) {
      UUID tenantId = row.getUUID("tenant_id");
      if (tenantId != null) {
        events.computeIfAbsent(tenantId, id -> new ArrayList<>()).add(event(row));
      }
    }
    for (UUID tenantId : tenants) {
      List<NewFeedEvent> found = events.getOrDefault(tenantId, List.of());
      readers.wake(
          tenantId, at(readUpTo, tenantId), horizon, found, found.size() == EVENTS_PER_TENANT);
    }
  }

  private static long at(Map<UUID, Long> readUpTo, UUID tenantId) {
    return readUpTo.getOrDefault(tenantId, 0L);
  }

  private static NewFeedEvent event(Row row) {
    return new NewFeedEvent(
        EventType.of(row.getString("type")).orElse(null),
        row.getUUID("call_order_id"),
        row.getUUID("enrollment_id"));
  }
}
