package eu.callorders.server.event;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.LaterReply;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The operations on the event feed. */
public final class EventResource {
  private final Database database;
  private final FeedReader reader;
  private final WaitingReaders waiting;
  private final InstantSource realTime;

  public EventResource(
      Database database, FeedCursors cursors, WaitingReaders waiting, InstantSource realTime) {
    this.database = database;
    this.reader = new FeedReader(database, cursors, realTime);
    this.waiting = waiting;
    this.realTime = realTime;
  }

  public List<Operation> operations() {
    return List.of(
        Operation.of("listEvents", this::list)
            .withLargePages()
            .withQueryFaults(EventFilter::faults),
        Operation.of("getEvent", this::get));
  }

  /** {@code GET /v1/events}: a page of the feed, at once or with the next event. */
  public Future<Reply> list(ApiRequest request) {
    int seconds = request.queryParameter("wait").map(Integer::parseInt).orElse(0);
    Instant until = realTime.instant().plusSeconds(seconds);
    return list(request, request.queryParameter("after"), until);
  }

  private Future<Reply> list(ApiRequest request, Optional<String> after, Instant until) {
    boolean mayWait = realTime.instant().isBefore(until);
    return reader
        .read(request, after, mayWait)
        .map(read -> mayWait && read.isAtEnd() ? wait(request, read, until) : read.reply());
  }

  /** Without an event meanwhile the page of the first read is the reply. */
  private Reply wait(ApiRequest request, FeedReader.ReadPage read, Instant until) {
    WaitingReaders.WaitingReader reader =
        waiting.add(
            request.caller().tenantId(),
            EventFilter.of(request).orElse(EventFilter.NONE),
            read.readUpTo(),
            Duration.between(realTime.instant(), until));
    return Reply.later(
        new LaterReply(
            reader.ready(),
            () ->
                reader.hasNewEvents()
                    ? list(request, Optional.of(read.next()), until)
                    : Future.succeededFuture(read.reply()),
            reader::cancel));
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
