package eu.callorders.server.event;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.LargePageOperation;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The operations on the event feed. */
public final class EventResource {
  /** Set when the database has lost the event of the cursor. */
  private static final String REWOUND = "Feed-Rewound";

  private final Database database;
  private final FeedCursors cursors;
  private final FeedStart start;
  private final InstantSource realTime;

  public EventResource(Database database, FeedCursors cursors, InstantSource realTime) {
    this.database = database;
    this.cursors = cursors;
    this.start = new FeedStart(cursors);
    this.realTime = realTime;
  }

  public List<Operation> operations() {
    return List.of(
        new LargePageOperation("listEvents", this::list), Operation.of("getEvent", this::get));
  }

  /** {@code GET /v1/events}: a page of the feed. */
  public Future<Reply> list(ApiRequest request) {
    List<FieldError> errors = EventFilter.faults(request);
    if (!errors.isEmpty()) {
      return Future.succeededFuture(Reply.problem(Problem.invalid(errors)));
    }
    UUID tenantId = request.caller().tenantId();
    return database.asTenant(tenantId, connection -> page(connection, request));
  }

  private Future<Reply> page(SqlConnection connection, ApiRequest request) {
    // Taken before the read: a reader that reaches the end has read everything up to then.
    Instant now = realTime.instant();
    Optional<EventFilter> filter = EventFilter.of(request);
    return position(connection, request, filter.orElse(EventFilter.ALL), now)
        .compose(
            after ->
                filter
                    .map(criteria -> read(connection, request, criteria, after.position(), now))
                    .orElseGet(() -> Future.succeededFuture(FeedPage.empty(after.position(), now)))
                    .compose(page -> reply(connection, request, page))
                    .map(reply -> after.rewound() ? reply.with(REWOUND, "true") : reply));
  }

  private Future<FeedStart.StartPosition> position(
      SqlConnection connection, ApiRequest request, EventFilter filter, Instant now) {
    UUID tenantId = request.caller().tenantId();
    return request
        .queryParameter("after")
        .map(after -> start.after(connection, tenantId, after, "/query/after", now))
        .orElseGet(
            () ->
                start
                    .first(connection, tenantId, filter.createdAfter(), now)
                    .map(first -> new FeedStart.StartPosition(first, false)));
  }

  private Future<FeedPage> read(
      SqlConnection connection,
      ApiRequest request,
      EventFilter filter,
      FeedPosition after,
      Instant now) {
    int limit = request.limit();
    return FeedStore.read(connection, request.caller().tenantId(), filter, after, limit + 1)
        .map(rows -> FeedPage.of(rows, limit, after, now));
  }

  private Future<Reply> reply(SqlConnection connection, ApiRequest request, FeedPage page) {
    return cursors
        .write(connection, request.caller().tenantId(), page.next())
        .map(next -> Page.of(page.envelopes(), page.hasMore(), next));
  }

  /** {@code GET /v1/events/{event_id}}. */
  public Future<Reply> get(ApiRequest request) {
    return IdKind.EVENT
        .parse(request.pathParameter("event_id"))
        .map(id -> find(request.caller().tenantId(), id))
        .orElseGet(() -> Future.succeededFuture(Reply.problem(Problem.notFound())));
  }

  private Future<Reply> find(UUID tenantId, UUID id) {
    Instant oldest = EventRetention.oldestVisible(realTime.instant());
    return database
        .asTenant(tenantId, connection -> FeedStore.find(connection, tenantId, id, oldest))
        .map(
            event ->
                event
                    .map(FeedRow::envelope)
                    .map(envelope -> Reply.ofBytes(200, envelope))
                    .orElseGet(() -> Reply.problem(Problem.notFound())));
  }
}
