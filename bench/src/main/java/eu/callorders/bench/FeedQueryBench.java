package eu.callorders.bench;

import eu.callorders.server.database.Database;
import eu.callorders.server.event.EventResource;
import eu.callorders.server.event.FeedCursors;
import eu.callorders.server.event.WaitingReaders;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.recovery.Eras;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** How long a page of the feed takes without HTTP, at several depths and with several filters. */
final class FeedQueryBench {
  private static final UUID TENANT = UUID.fromString("00000000-0000-7000-8000-000000000001");

  private static final Caller CALLER =
      new Caller(TENANT, TENANT, Set.of("events:read"), RateLimit.UNLIMITED);

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

  /** Takes the number of events; one million without. */
  static void main(String[] arguments) throws Exception {
    int events = arguments.length == 0 ? 1_000_000 : Integer.parseInt(arguments[0]);
    DialComponents.measure(
        Map.of("plan_cache_mode", "force_generic_plan"),
        (vertx, session, database) -> {
          session.execute(TENANT_ROW);
          EventSeeder.write(session, TENANT, events);
          measure(vertx, session, database);
        });
  }

  private static void measure(Vertx vertx, SqlSession session, Database database) throws Exception {
    InstantSource clock = Clock.systemUTC();
    Cursors cursors = new Cursors(List.of(Cursors.CursorKey.of(0, new byte[32])));
    EventResource resource =
        new EventResource(
            database,
            new FeedCursors(cursors, new Eras()),
            new WaitingReaders(vertx, () -> {}),
            clock);
    Operation listEvents = Operation.of("listEvents", resource::list);
    Operation getEvent = Operation.of("getEvent", resource::get);
    BenchReport figures = new BenchReport("feed-queries");
    FeedPages pages =
        new FeedPages(
            session, TENANT, parameters -> request(listEvents, Map.of(), parameters), figures);
    pages.measure(FeedPages.SAMPLES);
    for (int depth : new int[] {0, 25, 50, 75, 99}) {
      pages.measure(
          "by id",
          depth,
          FeedPages.SAMPLES,
          near -> request(getEvent, Map.of("event_id", near.id()), Map.of()));
    }
    pages.measure(
        "plain, from the beginning,",
        0,
        FeedPages.SAMPLES,
        near -> request(listEvents, Map.of(), Map.of("limit", "100")));
    figures.end();
  }

  private static void request(
      Operation operation, Map<String, String> path, Map<String, String> query) {
    String id = operation.operationId();
    ApiRequest request =
        new ApiRequest(id, "GET", "/v1/events", "bench", CALLER, path, query, Map.of(), null, 0);
    Reply reply = operation.handle(request).await();
    if (reply.status() != 200) {
      throw new IllegalStateException(id + " answered " + reply);
    }
  }
}
