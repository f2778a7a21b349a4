package eu.callorders.server.dial;

import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EventsAnswer;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the gateway's log has after the place that a restored database knows, and says what a
 * node would find. Writes nothing, and asks for no era. Blocks.
 */
public final class GatewayLogCheck {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

  /** Calls that began this short a time ago were placed by a system that is at work. */
  private static final Duration RECENT = Duration.ofMinutes(1);

  private static final String PLACE =
      """
      SELECT max(cursor) AS cursor, max(log_id) AS log_id,
             (SELECT id FROM era WHERE number = 0) AS deployment
        FROM gateway_cursor
       WHERE gateway = $1
      """;

  private static final String UNKNOWN_ATTEMPTS =
      """
      SELECT asked.id
        FROM unnest($1::uuid[]) AS asked (id)
       WHERE NOT EXISTS (SELECT FROM call_attempt a WHERE a.id = asked.id)
      """;

  private static final String GONE_ORDERS =
      """
      SELECT asked.id
        FROM unnest($1::uuid[]) AS asked (id)
       WHERE NOT EXISTS (SELECT FROM call_order o WHERE o.id = asked.id)
      """;

  private final VoiceGateway gateway;
  private final String name;
  private final SqlConnection connection;
  private final Instant now;
  private final Set<UUID> unknownCalls = new HashSet<>();
  private final Set<UUID> objections = new HashSet<>();
  private final Set<UUID> goneOrders = new HashSet<>();
  private boolean recentCalls;

  /**
   * @param name of the gateway, under which the place in its log is kept
   * @param connection sees all rows
   * @param now real time
   */
  public GatewayLogCheck(VoiceGateway gateway, String name, SqlConnection connection, Instant now) {
    this.gateway = gateway;
    this.name = name;
    this.connection = connection;
    this.now = now;
  }

  /**
   * What the log has.
   *
   * @param problem why an operator must decide; null when a node can read the log by itself
   * @param unknownCalls calls that the database does not know
   * @param objections of these, those in which the person objected
   * @param goneOrders orders of these calls that the database does not know
   */
  public record Finding(
      @Nullable String problem, int unknownCalls, int objections, int goneOrders) {}

  /**
   * Reads the log to its end.
   *
   * @param knownUntil the last sign of life in the database; null for none
   */
  public Finding run(@Nullable Instant knownUntil) {
    String problem =
        gateway.capabilities().eventLog()
            ? read(knownUntil)
            : "the gateway does not answer, or has no log";
    if (problem == null && recentCalls) {
      problem = "calls of this deployment began within the last minute: another system is at work";
    }
    return new Finding(problem, unknownCalls.size(), objections.size(), goneOrders.size());
  }

  private @Nullable String read(@Nullable Instant knownUntil) {
    Row place =
        BoundedWait.await(connection.preparedQuery(PLACE).execute(Tuple.of(name)))
            .iterator()
            .next();
    String knownLog = place.getString("log_id");
    UUID deployment = place.getUUID("deployment");
    String cursor = place.getString("cursor");
    while (true) {
      switch (page(cursor)) {
        case EventsAnswer.EventPage(var events, var next, var logId, var keptSince) -> {
          if (knownLog != null && logId != null && !knownLog.equals(logId)) {
            return "the log is another one than the database has read";
          }
          if (keptSince != null && knownUntil != null && keptSince.isAfter(knownUntil)) {
            return "a gap: the log has nothing from before " + keptSince;
          }
          if (events.isEmpty()) {
            return null;
          }
          look(events, deployment);
          cursor = next;
        }
        case EventsAnswer.CursorUnknown _ -> {
          return "the log is another one: it does not know the place that the database has read to";
        }
        case EventsAnswer.CursorExpired _ -> {
          return "a gap: the gateway has deleted events that the database has not read";
        }
        case EventsAnswer.Unavailable(String why) -> {
          return "the log cannot be read: " + why;
        }
      }
    }
  }

  private EventsAnswer page(@Nullable String cursor) {
    Future<EventsAnswer> answer =
        Future.fromCompletionStage(
            Asking.of(() -> gateway.events(cursor), EventsAnswer.Unavailable::new));
    return BoundedWait.completes(answer, ANSWER_LIMIT)
        ? answer.result()
        : new EventsAnswer.Unavailable("no answer");
  }

  private void look(List<GatewayEvent> events, UUID deployment) {
    List<Facts> accepted =
        events.stream()
            .filter(GatewayEvent.Accepted.class::isInstance)
            .map(event -> ((GatewayEvent.Accepted) event).facts())
            .filter(Objects::nonNull)
            .toList();
    Set<UUID> foreign =
        events.stream()
            .filter(
                event ->
                    event instanceof GatewayEvent.Accepted(_, var facts)
                        && isForeign(facts, deployment))
            .map(event -> event.header().attemptId())
            .collect(Collectors.toSet());
    Set<UUID> unknown =
        absent(
            UNKNOWN_ATTEMPTS,
            events.stream().map(event -> event.header().attemptId()).distinct().toList());
    unknown.removeAll(foreign);
    unknownCalls.addAll(unknown);
    for (GatewayEvent event : events) {
      UUID attempt = event.header().attemptId();
      if (event instanceof GatewayEvent.Objection && unknown.contains(attempt)) {
        objections.add(attempt);
      }
      if (event instanceof GatewayEvent.Accepted
          && !foreign.contains(attempt)
          && event.header().at().isAfter(now.minus(RECENT))) {
        recentCalls = true;
      }
    }
    goneOrders.addAll(
        absent(
            GONE_ORDERS,
            accepted.stream()
                .filter(facts -> !isForeign(facts, deployment))
                .map(Facts::orderId)
                .distinct()
                .toList()));
  }

  private static boolean isForeign(@Nullable Facts facts, UUID deployment) {
    CallOrigin origin = facts == null ? null : facts.origin();
    return origin != null && !origin.deployment().equals(deployment);
  }

  private Set<UUID> absent(String statement, Collection<UUID> ids) {
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
