package eu.callorders.server.event;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.recovery.Eras;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** A database with tenants, an event store and the operations that read events. */
public final class EventFixture implements AutoCloseable, InstantSource {
  private static final String INSERT_TENANT =
      """
      INSERT INTO tenant
        (id, name, default_locale, timezone, verification_mode, calling_hours,
         max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
         max_open_orders, transcript_mode, transcript_retention, recording_retention,
         result_months, sequences_enabled, clock_offset_ms)
      VALUES ($1, 'Tenant', 'de-DE', 'Europe/Berlin', 'date_of_birth', '{}', 10, 10, 10, 10,
              'none', 'P90D', 'P0D', 36, true, $2)
      """;

  private static final String HORIZON = "pg_snapshot_xmin(pg_current_snapshot())";

  final Random random;
  final Vertx vertx = Vertx.vertx();
  final TestDatabase testDatabase = TestDatabase.create();
  final Database database;
  final EventStore store;
  final UUID tenant;
  private volatile Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

  public EventFixture(long seed, int poolSize) {
    random = new Random(seed);
    database = Database.open(vertx, ConnectOptions.to(testDatabase.service()), poolSize);
    store = new EventStore("sandbox", this, random);
    tenant = newTenant(Duration.ZERO);
  }

  public Database database() {
    return database;
  }

  UUID newId() {
    return UuidV7.at(now, random);
  }

  /** A tenant whose clock is ahead. */
  UUID newTenant(Duration clockOffset) {
    UUID id = newId();
    database
        .asWorker(
            connection ->
                connection
                    .preparedQuery(INSERT_TENANT)
                    .execute(Tuple.of(id, clockOffset.toMillis())))
        .await();
    return id;
  }

  /** Real time, set by tests. */
  @Override
  public Instant instant() {
    return now;
  }

  void moveTo(Instant instant) {
    now = instant;
  }

  void move(Duration duration) {
    now = now.plus(duration);
  }

  NewEvent event(EventType type, RelatedResources related, JsonNode data) {
    return new NewEvent(tenant, type, now, related, null, data);
  }

  NewEvent event(EventType type, RelatedResources related) {
    return event(type, related, Json.object());
  }

  /** Appends in one transaction. */
  void append(NewEvent... events) {
    append(List.of(events));
  }

  /**
   * Appends events and waits until the feed shows them, which transactions of other databases
   * delay.
   */
  void append(List<NewEvent> events) {
    long xid =
        database
            .asWorker(
                connection ->
                    store
                        .append(connection, events)
                        .compose(ignored -> number(connection, "pg_current_xact_id()")))
            .await();
    Await.until(
        "no transaction that began before is open",
        () -> database.asWorker(connection -> number(connection, HORIZON)).await() > xid);
  }

  private static Future<Long> number(SqlConnection connection, String expression) {
    return connection
        .query("SELECT " + expression + "::text::bigint")
        .execute()
        .map(rows -> rows.iterator().next().getLong(0));
  }

  Operation listEvents() {
    return Operation.of("listEvents", resource()::list);
  }

  Operation getEvent() {
    return Operation.of("getEvent", resource()::get);
  }

  private EventResource resource() {
    return new EventResource(database, cursors(), new WaitingReaders(vertx, () -> {}), this);
  }

  static FeedCursors cursors() {
    return new FeedCursors(new Cursors(List.of(Cursors.CursorKey.of(1, new byte[32]))), new Eras());
  }

  Page page(String... query) {
    return page(listEvents(), tenant, query);
  }

  /** A page for a query given as {@code name, value, name, value ...}. */
  static Page page(Operation listEvents, UUID tenant, String... query) {
    return new Page(Json.parse(reply(listEvents, tenant, Map.of(), query).text()));
  }

  Problem problem(String... query) {
    return problem(listEvents(), tenant, query);
  }

  static Problem problem(Operation listEvents, UUID tenant, String... query) {
    try {
      return reply(listEvents, tenant, Map.of(), query).problem();
    } catch (ProblemException exception) {
      return exception.problem();
    }
  }

  static Reply reply(Operation operation, UUID tenant, Map<String, String> path, String... query) {
    Map<String, String> parameters = new HashMap<>();
    for (int index = 0; index < query.length; index += 2) {
      parameters.put(query[index], query[index + 1]);
    }
    Caller caller = new Caller(tenant, tenant, Set.of("events:read"), RateLimit.UNLIMITED);
    return operation
        .handle(
            new ApiRequest(
                operation.operationId(),
                "GET",
                "/v1/events",
                "request",
                caller,
                path,
                parameters,
                Map.of(),
                null,
                0))
        .await();
  }

  @Override
  public void close() {
    database.close().await();
    vertx.close().await();
    testDatabase.close();
  }

  /** A page of the feed as JSON. */
  record Page(JsonNode json) {
    List<String> ids() {
      return strings("id");
    }

    List<String> types() {
      return strings("type");
    }

    private List<String> strings(String member) {
      List<String> values = new ArrayList<>();
      json.get("data").forEach(event -> values.add(event.get(member).textValue()));
      return values;
    }

    List<JsonNode> events() {
      List<JsonNode> events = new ArrayList<>();
      json.get("data").forEach(events::add);
      return events;
    }

    boolean hasMore() {
      return json.get("has_more").booleanValue();
    }

    String next() {
      return json.get("next_cursor").textValue();
    }
  }
}
