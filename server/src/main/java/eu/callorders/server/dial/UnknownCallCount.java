package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Counts the calls in a gateway's log that are not in the database. Blocks. */
final class UnknownCallCount {
  private static final String UNKNOWN_ATTEMPTS =
      """
      SELECT requested.id
        FROM unnest($1::uuid[]) AS requested (id)
       WHERE NOT EXISTS (SELECT FROM call_attempt a WHERE a.id = requested.id)
      """;

  private static final String GONE_ORDERS =
      """
      SELECT requested.id
        FROM unnest($1::uuid[]) AS requested (id)
       WHERE NOT EXISTS (SELECT FROM call_order o WHERE o.id = requested.id)
      """;

  private final SqlConnection connection;
  private final UUID deployment;
  private final Set<UUID> calls = new HashSet<>();
  private final Set<UUID> objections = new HashSet<>();
  private final Set<UUID> goneOrders = new HashSet<>();
  private Instant newestCall = Instant.MIN;
  private Instant newestUnknownCall = Instant.MIN;

  /**
   * @param connection sees all rows
   * @param deployment calls of other deployments are not counted
   */
  UnknownCallCount(SqlConnection connection, UUID deployment) {
    this.connection = connection;
    this.deployment = deployment;
  }

  void add(List<GatewayEvent> events) {
    Set<UUID> foreign = new HashSet<>();
    Map<UUID, UUID> orders = new HashMap<>();
    Map<UUID, Instant> begun = new HashMap<>();
    for (GatewayEvent event : events) {
      if (event instanceof GatewayEvent.Accepted(var header, var facts)) {
        if (facts != null && facts.isForeign(deployment)) {
          foreign.add(header.attemptId());
        } else {
          begun.put(header.attemptId(), header.at());
          if (facts != null) {
            orders.put(header.attemptId(), facts.orderId());
          }
        }
      }
    }
    Set<UUID> unknown =
        missing(
            UNKNOWN_ATTEMPTS,
            events.stream().map(event -> event.header().attemptId()).distinct().toList());
    unknown.removeAll(foreign);
    newestCall = newest(newestCall, begun);
    begun.keySet().retainAll(unknown);
    newestUnknownCall = newest(newestUnknownCall, begun);
    calls.addAll(unknown);
    orders.keySet().retainAll(unknown);
    goneOrders.addAll(missing(GONE_ORDERS, Set.copyOf(orders.values())));
    events.stream()
        .filter(GatewayEvent.Objection.class::isInstance)
        .map(event -> event.header().attemptId())
        .filter(unknown::contains)
        .forEach(objections::add);
  }

  int calls() {
    return calls.size();
  }

  int objections() {
    return objections.size();
  }

  int goneOrders() {
    return goneOrders.size();
  }

  /** The start of the deployment's newest call. */
  Instant newestCall() {
    return newestCall;
  }

  /** The start of the deployment's newest call that is not in the database. */
  Instant newestUnknownCall() {
    return newestUnknownCall;
  }

  private static Instant newest(Instant before, Map<UUID, Instant> begun) {
    return begun.values().stream().max(Instant::compareTo).filter(before::isBefore).orElse(before);
  }

  private Set<UUID> missing(String statement, Collection<UUID> ids) {
    Set<UUID> found = new HashSet<>();
    if (!ids.isEmpty()) {
      BoundedWait.await(
              connection
                  .preparedQuery(statement)
                  .execute(Tuple.of((Object) ids.toArray(UUID[]::new))))
          .forEach(row -> found.add(row.getUUID("id")));
    }
    return found;
  }
}
