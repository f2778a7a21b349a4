package eu.callorders.server.webhook.replay;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.webhook.delivery.DeliveryWriter;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Processes replays in short transactions: each inserts deliveries for the next part of the range
 * and advances the cursor with them, so that a restart resumes. Few deliveries per endpoint are
 * queued at once. A replay is canceled when its endpoint is no longer active.
 */
public final class ReplayWorker {
  private static final int MAX_WAITING = 200;
  private static final int PAGE = 1_000;

  /** The next replay in turn whose endpoint has few deliveries waiting. */
  private static final String PICK =
      """
      SELECT r.id, r.tenant_id, r.endpoint_id, r.cursor_xid::text AS cursor_xid, r.cursor_seq,
             r.end_xid::text AS end_xid, r.occurred_from, r.occurred_until, r.event_types,
             r.only_failed, w.event_types AS subscribed,
             w.status = 'active' AND w.deleted_at IS NULL AS wanted
        FROM webhook_replay r
        JOIN webhook_endpoint w ON w.id = r.endpoint_id
       WHERE r.state = 'running'
         AND ($1::uuid IS NULL OR r.id > $1)
         AND r.id <> ALL ($3::uuid[])
         AND (SELECT count(*)
                FROM (SELECT
                        FROM webhook_delivery_queue d
                       WHERE d.endpoint_id = r.endpoint_id AND d.priority = 1
                       LIMIT $2) AS waiting) < $2
       ORDER BY r.id
       LIMIT 1
         FOR UPDATE OF r SKIP LOCKED
      """;

  /** A page of the feed, with whether each event matches. */
  private static final String READ =
      """
      WITH page AS MATERIALIZED (
        SELECT e.xid, e.seq, e.id, e.recorded_at, e.occurred_at, e.type
          FROM event e
         WHERE e.tenant_id = $1
           AND (e.xid, e.seq) > ($2::text::xid8, $3)
           AND e.xid < $9::text::xid8
         ORDER BY e.xid, e.seq
         LIMIT $10)
      SELECT e.xid::text AS xid, e.seq, e.id, e.recorded_at, e.type,
      """
          + ReplayStore.MATCHES
          + """
               AS matches
            FROM page e
           ORDER BY e.xid, e.seq
          """;

  private static final String MOVE =
      """
      UPDATE webhook_replay
         SET cursor_xid = $2::text::xid8, cursor_seq = $3
       WHERE id = $1
      """;

  private static final String END =
      "UPDATE webhook_replay SET state = $2, ended_at = $3 WHERE id = $1";

  private final DeliveryWriter deliveries;
  private final Consumer<Set<UUID>> due;
  private final InstantSource realTime;
  private final BatchWorker batches;
  private @Nullable UUID lastId;
  private @Nullable Row picked;

  /**
   * @param due receives, after the commit, the endpoints with new deliveries
   */
  public ReplayWorker(
      Database database, Consumer<Set<UUID>> due, InstantSource realTime, RandomGenerator random) {
    // One replay at a time: no item of a batch is claimed again.
    this.batches = new BatchWorker(database, "webhook_replay", (connection, id) -> false);
    this.deliveries = new DeliveryWriter(realTime, random);
    this.due = due;
    this.realTime = realTime;
  }

  /** Processes the next replay in turn; false when there is none. Parks a failing one. */
  public boolean runOnce() {
    picked = null;
    List<UUID> endpoints = batches.run(this::pick, this::work);
    if (picked == null) {
      boolean again = lastId != null;
      lastId = null;
      return again;
    }
    endpoints.forEach(endpoint -> due.accept(Set.of(endpoint)));
    return true;
  }

  private List<UUID> pick(SqlConnection connection, UUID[] parked) {
    for (Row row :
        BoundedWait.await(
            connection.preparedQuery(PICK).execute(Tuple.of(lastId, (long) MAX_WAITING, parked)))) {
      picked = row;
      lastId = row.getUUID("id");
      return List.of(row.getUUID("id"));
    }
    return List.of();
  }

  private UUID work(SqlConnection connection, List<UUID> claimed) {
    Row replay = Objects.requireNonNull(picked);
    if (replay.getBoolean("wanted")) {
      advance(connection, replay);
    } else {
      end(connection, replay, "canceled");
    }
    return replay.getUUID("endpoint_id");
  }

  private void advance(SqlConnection connection, Row replay) {
    List<Row> page = page(connection, replay);
    List<DeliveryWriter.Item> items = new ArrayList<>();
    Row reached = null;
    for (Row event : page) {
      if (items.size() == MAX_WAITING) {
        break;
      }
      reached = event;
      if (event.getBoolean("matches")) {
        items.add(
            new DeliveryWriter.Item(
                replay.getUUID("tenant_id"),
                replay.getUUID("endpoint_id"),
                event.getUUID("id"),
                RowMapper.instant(event, "recorded_at"),
                event.getString("type"),
                true));
      }
    }
    BoundedWait.await(deliveries.insert(connection, items, replay.getUUID("id")));
    if (reached == null) {
      end(connection, replay, "done");
    } else {
      BoundedWait.await(
          connection
              .preparedQuery(MOVE)
              .execute(
                  Tuple.of(
                      replay.getUUID("id"), reached.getString("xid"), reached.getLong("seq"))));
    }
  }

  private void end(SqlConnection connection, Row replay, String state) {
    BoundedWait.await(
        connection
            .preparedQuery(END)
            .execute(Tuple.of(replay.getUUID("id"), state, RowMapper.time(realTime.instant()))));
  }

  private static List<Row> page(SqlConnection connection, Row replay) {
    Tuple arguments =
        Tuple.of(
            replay.getUUID("tenant_id"),
            replay.getString("cursor_xid"),
            replay.getLong("cursor_seq"),
            replay.getOffsetDateTime("occurred_from"),
            replay.getOffsetDateTime("occurred_until"));
    arguments
        .addValue(ReplayStore.types(names(replay, "event_types"), names(replay, "subscribed")))
        .addValue(replay.getBoolean("only_failed"))
        .addValue(replay.getUUID("endpoint_id"))
        .addValue(replay.getString("end_xid"))
        .addValue((long) PAGE);
    return BoundedWait.await(connection.preparedQuery(READ).execute(arguments)).stream().toList();
  }

  private static @Nullable List<String> names(Row replay, String column) {
    String[] names = replay.getArrayOfStrings(column);
    return names == null ? null : List.of(names);
  }
}
