package eu.callorders.server.dial;

import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.dial.OtherSystemCheck.Activity;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the gateway's log after the cursor of a restored database; counts the calls unknown to the
 * database, and detects active nodes of another system. Writes nothing, requests no era. Blocks.
 */
public final class GatewayLogCheck {
  /**
   * Calls younger than this show that another system is active, unless the gateway reports the
   * current era.
   */
  private static final Duration RECENT = Duration.ofMinutes(1);

  /** An event this long after the start ends the reading; the bound allows for clock skew. */
  private static final Duration AFTER_START = Duration.ofMinutes(1);

  private static final LogObstacle RECENT_CALLS =
      new LogObstacle(
          LogObstacle.Kind.OTHER_SYSTEM,
          "calls of this deployment began within the last minute: another system is at work");

  private static final LogObstacle ACTIVE_NODES =
      new LogObstacle(
          LogObstacle.Kind.OTHER_SYSTEM,
          "another system is at work, whose nodes use the era of this deployment at the gateway");

  /** The log that was read last, by the rule of {@link CursorStore#recordEnd}. */
  private static final String CURSOR =
      """
      SELECT e.id AS deployment, c.cursor,
             CASE WHEN c.foreign_log THEN NULL ELSE latest.log_id END AS log_id,
             coalesce(c.foreign_log OR latest.gateway <> $1, false) AS requires_id
        FROM era e
        LEFT JOIN gateway_cursor c ON c.gateway = $1
        LEFT JOIN LATERAL (
               SELECT gateway, log_id
                 FROM gateway_cursor
                WHERE NOT foreign_log AND (cursor IS NOT NULL OR log_id IS NOT NULL)
                ORDER BY end_asked_at DESC NULLS LAST, gateway = $1
                LIMIT 1) AS latest ON true
       WHERE e.number = 0
       LIMIT 1
      """;

  private final VoiceGateway gateway;
  private final String name;
  private final SqlConnection connection;
  private final Instant now;
  private final Bounds bounds;

  /**
   * @param name key of the gateway's cursor
   * @param connection sees all rows
   * @param now real time
   */
  public GatewayLogCheck(VoiceGateway gateway, String name, SqlConnection connection, Instant now) {
    this(gateway, name, connection, now, Bounds.DEFAULT);
  }

  GatewayLogCheck(
      VoiceGateway gateway, String name, SqlConnection connection, Instant now, Bounds bounds) {
    this.gateway = gateway;
    this.name = name;
    this.connection = connection;
    this.now = now;
    this.bounds = bounds;
  }

  /**
   * Bounds of the reading.
   *
   * @param calls unknown ones; their identifiers are held in memory
   * @param polling of the current era, before the log is read
   */
  record Bounds(int calls, Duration time, OtherSystemCheck.Polling polling) {
    static final Bounds DEFAULT =
        new Bounds(100_000, Duration.ofMinutes(10), OtherSystemCheck.Polling.DEFAULT);
  }

  /**
   * The result.
   *
   * @param obstacle null when a node can read the log by itself
   * @param complete whether the log was read up to the start of the check; otherwise the counts are
   *     lower bounds
   * @param unknownCalls calls that are not in the database
   * @param objections unknown calls in which the subject objected
   * @param goneOrders orders of unknown calls that are not in the database
   * @param seesNodes whether the gateway reports active nodes of the deployment; otherwise only
   *     recent calls show another system
   */
  public record Finding(
      @Nullable LogObstacle obstacle,
      boolean complete,
      int unknownCalls,
      int objections,
      int goneOrders,
      boolean seesNodes) {}

  /**
   * Reads the log up to now.
   *
   * @param knownUntil the newest timestamp in the database; null for none
   * @param witnessed whether the database is complete, so that recent calls in it are its own
   */
  public Finding run(@Nullable Instant knownUntil, boolean witnessed) {
    Optional<LogObstacle> none = missingLog();
    if (none.isPresent()) {
      return new Finding(none.get(), false, 0, 0, 0, false);
    }
    Row place =
        BoundedWait.await(connection.preparedQuery(CURSOR).execute(Tuple.of(name)))
            .iterator()
            .next();
    UUID deployment = place.getUUID("deployment");
    Activity activity = new OtherSystemCheck(gateway, now, bounds.polling()).run(deployment);
    LogContinuity continuity =
        new LogContinuity(
            place.getString("log_id"), place.getBoolean("requires_id"), knownUntil, now);
    UnknownCallCount count = new UnknownCallCount(connection, deployment);
    End end = read(continuity, place.getString("cursor"), count);
    Instant newest = witnessed ? count.newestUnknownCall() : count.newestCall();
    LogObstacle obstacle =
        switch (activity) {
          case ACTIVE -> ACTIVE_NODES;
          case NONE -> end.obstacle();
          case UNKNOWN ->
              end.obstacle() == null && newest.isAfter(now.minus(RECENT))
                  ? RECENT_CALLS
                  : end.obstacle();
        };
    return new Finding(
        obstacle,
        end.complete(),
        count.calls(),
        count.objections(),
        count.goneOrders(),
        activity != Activity.UNKNOWN);
  }

  private Optional<LogObstacle> missingLog() {
    if (!gateway.hasReportedCapabilities()) {
      return Optional.of(
          new LogObstacle(LogObstacle.Kind.UNREADABLE, "the gateway does not answer"));
    }
    return gateway.capabilities().eventLog()
        ? Optional.empty()
        : Optional.of(new LogObstacle(LogObstacle.Kind.NO_LOG, "the gateway has no log"));
  }

  private record End(@Nullable LogObstacle obstacle, boolean complete) {}

  private End read(LogContinuity continuity, @Nullable String from, UnknownCallCount count) {
    long begin = System.nanoTime();
    String cursor = from;
    while (System.nanoTime() - begin < bounds.time().toNanos() && count.calls() < bounds.calls()) {
      EventsResult answer = readPage(cursor);
      Optional<LogObstacle> broken = continuity.findObstacle(answer);
      if (broken.isPresent()) {
        return new End(broken.get(), false);
      }
      if (answer instanceof EventsResult.Unavailable(String why)) {
        String message = "the log cannot be read: " + why;
        return new End(new LogObstacle(LogObstacle.Kind.UNREADABLE, message), false);
      }
      EventsResult.EventPage page = (EventsResult.EventPage) answer;
      count.add(page.events());
      if (page.events().isEmpty() || isAfterStart(page.events().getLast())) {
        return new End(null, true);
      }
      cursor = page.nextCursor();
    }
    return new End(null, false);
  }

  private boolean isAfterStart(GatewayEvent event) {
    return event.header().at().isAfter(now.plus(AFTER_START));
  }

  private EventsResult readPage(@Nullable String cursor) {
    return GatewayRequests.await(() -> gateway.events(cursor), EventsResult.Unavailable::new);
  }
}
