package eu.callorders.bench;

import eu.callorders.core.id.IdKind;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.EmbeddedDatabase;
import eu.callorders.db.Migrator;
import eu.callorders.server.database.Database;
import eu.callorders.server.event.EventResource;
import eu.callorders.server.event.FeedCursors;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.recovery.Eras;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** How long a page of the feed takes, at several depths and with several filters. */
public final class FeedQueryBench {
  private static final int SAMPLES = 500;
  private static final UUID TENANT = UUID.fromString("00000000-0000-7000-8000-000000000001");

  private static final String TENANT_ROW =
      """
      INSERT INTO tenant
        (id, name, default_locale, timezone, verification_mode, calling_hours,
         max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
         max_open_orders, transcript_mode, transcript_retention, recording_retention,
         result_months, sequences_enabled)
      VALUES ('00000000-0000-7000-8000-000000000001', 'Bench', 'de-DE', 'Europe/Berlin',
              'date_of_birth', '{}', 10, 10, 10, 10, 'none', 'P90D', 'P0D', 36, true)
      """;

  private static final String NEAR =
      """
      SELECT id, call_order_id, enrollment_id, recorded_at
        FROM event
       WHERE tenant_id = $1 AND id >= $2
       ORDER BY id
       LIMIT 1
      """;

  private final Database database;
  private final Operation listEvents;
  private final Operation getEvent;
  private final Instant begin;
  private final Random random = new Random(1);

  private FeedQueryBench(Database database, Instant begin) {
    this.database = database;
    this.begin = begin;
    InstantSource clock = Clock.systemUTC();
    EventResource events =
        new EventResource(
            database,
            new FeedCursors(
                new Cursors(List.of(Cursors.CursorKey.of(0, new byte[32]))), new Eras()),
            clock);
    this.listEvents = Operation.of("listEvents", events::list);
    this.getEvent = Operation.of("getEvent", events::get);
  }

  /** Takes the number of events; one million without. */
  public static void main(String[] arguments) throws IOException, SQLException {
    int events = arguments.length == 0 ? 1_000_000 : Integer.parseInt(arguments[0]);
    Vertx vertx = Vertx.vertx();
    try (TemporaryDirectory directory = TemporaryDirectory.create();
        EmbeddedDatabase server = EmbeddedDatabase.start(directory.path())) {
      Migrator.run(server.owner(), server.service(), "sandbox");
      long started = System.nanoTime();
      createTenant(server.owner());
      EventSeeder.write(server.owner(), TENANT, events);
      System.out.printf(
          "%,d events in %d s%n", events, (System.nanoTime() - started) / 1_000_000_000);
      Database database = Database.open(vertx, options(server.service()), 2);
      new FeedQueryBench(database, Instant.now().minusSeconds(30 * 86_400 - 3_600)).measure();
      database.close().await();
    } finally {
      vertx.close().await();
    }
  }

  private static void createTenant(DatabaseAddress owner) throws SQLException {
    try (Connection connection = owner.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET app.worker = on");
      statement.execute(TENANT_ROW);
    }
  }

  private void measure() {
    WarmUp warmUp = WarmUp.start();
    do {
      read("warm-up", 50, near -> Map.of("after", near.id()));
    } while (warmUp.isRunning());
    for (int depth : new int[] {0, 25, 50, 75, 99}) {
      page("none", depth, near -> Map.of("after", near.id()));
      page("common type", depth, near -> Map.of("after", near.id(), "event_types", "call.ended"));
      page("rare type", depth, near -> Map.of("after", near.id(), "event_types", "suppression.*"));
      page("created_after", depth, near -> Map.of("created_after", near.recordedAt()));
      page("order", depth, near -> Map.of("call_order_id", near.order()));
      page("enrollment", depth, near -> Map.of("enrollment_id", near.enrollment()));
      print(
          "by id",
          depth,
          time("by id", depth, near -> getEvent.handle(request(getEvent, Map.of(), near)).await()));
    }
    page("none, from the beginning,", 0, near -> Map.of());
  }

  private void page(String filter, int depth, Query query) {
    print(filter, depth, read(filter, depth, query));
  }

  private static void print(String what, int depth, Quantiles times) {
    System.out.println(what + " at " + depth + "%: " + times);
  }

  private Quantiles read(String filter, int depth, Query query) {
    return time(
        filter,
        depth,
        near -> {
          Map<String, String> parameters = new HashMap<>(query.at(near));
          parameters.put("limit", "100");
          return listEvents.handle(request(listEvents, parameters, near)).await();
        });
  }

  private Quantiles time(String what, int depth, Read read) {
    long[] nanos = new long[SAMPLES];
    for (int sample = 0; sample < SAMPLES; sample++) {
      Near near = near(depth);
      long start = System.nanoTime();
      Reply reply = read.at(near);
      long taken = System.nanoTime() - start;
      if (reply.status() != 200) {
        throw new IllegalStateException(what + " answered " + reply);
      }
      nanos[sample] = taken;
    }
    return new Quantiles(nanos);
  }

  /** An event by chance, within one percent of the feed behind that depth. */
  private Near near(int depth) {
    double share = (depth + random.nextDouble()) / 100;
    Instant at = begin.plusSeconds((long) (share * (30 * 86_400 - 7_200)));
    UUID lowest = new UUID(at.toEpochMilli() << Short.SIZE, 0);
    Row row =
        database
            .asWorker(c -> c.preparedQuery(NEAR).execute(Tuple.of(TENANT, lowest)))
            .await()
            .iterator()
            .next();
    return new Near(
        IdKind.EVENT.format(row.getUUID(0)),
        IdKind.ORDER.format(row.getUUID(1)),
        IdKind.ENROLLMENT.format(row.getUUID(2)),
        Timestamps.format(row.getOffsetDateTime(3).toInstant()));
  }

  private static ApiRequest request(Operation operation, Map<String, String> query, Near near) {
    return new ApiRequest(
        operation.operationId(),
        "GET",
        "/v1/events",
        "bench",
        new Caller(TENANT, TENANT, Set.of("events:read"), RateLimit.UNLIMITED),
        Map.of("event_id", near.id()),
        query,
        Map.of(),
        null);
  }

  private static PgConnectOptions options(DatabaseAddress address) {
    return new PgConnectOptions()
        .setHost(address.host())
        .setPort(address.port())
        .setDatabase(address.database())
        .setUser(address.user())
        .setPassword(address.password())
        .setCachePreparedStatements(true)
        .addProperty("plan_cache_mode", "force_generic_plan");
  }

  private record Near(String id, String order, String enrollment, String recordedAt) {}

  private interface Query {
    Map<String, String> at(Near near);
  }

  private interface Read {
    Reply at(Near near);
  }
}
